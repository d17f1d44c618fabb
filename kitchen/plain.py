"""`Supplier` for a plain script or a notebook's cell: the same rules on the real clock.

Inside the lab a learner's file meets the world's supplier instead; see `kitchen.stove.client`.
"""

import asyncio
import threading
import time
from collections.abc import Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kitchen import goods
from kitchen.world import chance
from kitchen.world import supplier as rules
from kitchen.world.ledger import Item
from kitchen.world.wire import SECOND

if TYPE_CHECKING:
    from collections.abc import Iterator


class Supplier:
    """An outside supplier that serves `limit` callers at once and turns the others away.

    `seconds` is what one delivery takes; `spoiled` items fail at the end of theirs. Any number of
    coroutines and threads may call.
    """

    limit: int = 5

    def __init__(
        self, limit: int | None = None, *, seconds: float = 0.05, spoiled: Iterable[Item] = ()
    ) -> None:
        if limit is not None:
            if limit < 1:
                raise ValueError(f"limit must be 1 or more, not {limit}")
            self.limit = limit
        conditions = rules.Conditions(self.limit, seconds, seconds, frozenset(spoiled))
        self._rules = rules.Supplier(conditions, seed=1)
        self._lock = threading.Lock()
        self._calls = 0

    async def deliver(self, item: Item) -> goods.Crate:
        """Order one crate and wait for it. Raises TooBusy, Spoiled."""
        with self._at_door(item) as delivery:
            while (left := delivery.due - time.monotonic_ns()) > 0:  # noqa: ASYNC110
                await asyncio.sleep(left / SECOND)  # it may have moved meanwhile
            return self._crate(delivery)

    def phone(self, item: Item) -> goods.Crate:
        """The same by telephone: it blocks until the crate is there."""
        with self._at_door(item) as delivery:
            while (left := delivery.due - time.monotonic_ns()) > 0:
                time.sleep(left / SECOND)
            return self._crate(delivery)

    @contextmanager
    def _at_door(self, item: Item) -> "Iterator[rules.Delivery]":
        with self._lock:
            self._calls += 1
            delivery = self._rules.ask(time.monotonic_ns(), self._calls, item)
        try:
            yield delivery
        finally:
            with self._lock:
                self._rules.leave(delivery)
                _ = self._rules.due  # forgets the answers that nobody waits for

    def _crate(self, delivery: rules.Delivery) -> goods.Crate:
        if delivery.outcome != "crate":
            raise goods.refusal(delivery.outcome, delivery.item, self.limit)
        return goods.Crate(delivery.item, f"{chance.number(1, 'mark', delivery.item):016x}")

    def __repr__(self) -> str:
        return f"<Supplier, limit {self.limit}>"


class Office:
    """An office that knows how much is left of each dish. More than `limit` calls at once: TooBusy.

    `seconds` is what a fetch takes; a store takes a twentieth of it.
    """

    def __init__(self, limit: int = 1, *, seconds: float = 1.0) -> None:
        self.limit = limit
        self._seconds = seconds
        self._left: dict[str, int] = {}
        self._inside = 0

    async def fetch(self, key: str) -> int:
        """What is left of `key`, as it was when the fetch began: at first 100, each time less."""
        value = self._left[key] = max(0, self._left.get(key, 101) - 1)
        await self._call(self._seconds)
        return value

    async def store(self, key: str, value: int) -> None:
        """Tell the office what is left of `key`."""
        await self._call(self._seconds / 20)
        self._left[key] = value

    async def _call(self, seconds: float) -> None:
        if self._inside >= self.limit:
            raise goods.TooBusy(f"the office has {self.limit} lines, and all are taken")
        self._inside += 1
        try:
            await asyncio.sleep(seconds)
        finally:
            self._inside -= 1
