"""Case 17, mended: a shelf for each key, plain futures for those who wait; a write wakes them, too."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from kitchen import Office, PrioritySemaphore


class Reading(NamedTuple):
    """What a reader gets."""

    value: int
    stale: bool


@dataclass
class Shelf:
    value: int | None = None
    since: float = float("-inf")
    writes: int = 0
    task: asyncio.Task[None] | None = None
    waiting: set[asyncio.Future[None]] = field(default_factory=set)

    def put(self, value: int) -> None:
        self.value, self.since = value, asyncio.get_running_loop().time()
        for waiter in self.waiting:
            if not waiter.done():
                waiter.set_result(None)


class StockCache:
    def __init__(
        self, office: Office, gate: PrioritySemaphore, *, fresh_for: float, keep_for: float
    ) -> None:
        self._office, self._gate = office, gate
        self._fresh_for, self._keep_for = fresh_for, keep_for
        self._shelves: defaultdict[str, Shelf] = defaultdict(Shelf)

    def _is_fresh(self, shelf: Shelf) -> bool:
        return asyncio.get_running_loop().time() - shelf.since <= self._fresh_for

    async def read(self, key: str, patience: float) -> Reading:
        loop = asyncio.get_running_loop()
        shelf = self._shelves[key]
        if not self._is_fresh(shelf):
            if shelf.task is None:
                shelf.task = asyncio.create_task(self._refresh(key, shelf))
            waiter: asyncio.Future[None] = loop.create_future()
            shelf.waiting.add(waiter)
            error = None
            try:
                await asyncio.wait_for(waiter, patience)
            except asyncio.TimeoutError as exc:
                error = exc
            except Exception as exc:
                error = exc
            finally:
                shelf.waiting.discard(waiter)
            if loop.time() - shelf.since > self._keep_for:
                raise error or TimeoutError()
        assert shelf.value is not None
        return Reading(shelf.value, not self._is_fresh(shelf))

    async def _refresh(self, key: str, shelf: Shelf) -> None:
        error: Exception | None = None
        try:
            async with self._gate.acquire(10):
                if not self._is_fresh(shelf):
                    writes = shelf.writes
                    value = await self._office.fetch(key)
                    if shelf.writes == writes:
                        shelf.put(value)
        except Exception as exc:
            error = exc
        finally:
            shelf.task = None
        for waiter in shelf.waiting:
            if not waiter.done():
                if error is not None:
                    waiter.set_exception(error)
                else:
                    waiter.set_result(None)

    async def write(self, key: str, value: int) -> None:
        shelf = self._shelves[key]
        async with self._gate.acquire(0):
            await self._office.store(key, value)
            shelf.writes += 1
            shelf.put(value)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 17`
    __import__("kitchen").run(__file__)
