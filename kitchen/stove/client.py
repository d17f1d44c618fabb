"""`kitchen` as a learner's file sees it: a supplier to call, and what it hands over."""

import asyncio
from typing import Any

from kitchen.goods import Crate, refusal
from kitchen.stove.line import Line
from kitchen.stove.strands import Blocked

WAITS_FOR_ANSWER = "waits for the supplier's answer"


class Switchboard:
    """Keeps the open calls of one stove: who is to be told when the supplier answers."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.limit = 0
        self._open: dict[int, tuple[asyncio.Future[Crate], int | str]] = {}
        self._calls = 0

    def ask(self, item: Any) -> int:
        """Put a question to the supplier; returns the number of the call."""
        if isinstance(item, bool) or not isinstance(item, int | str):
            kind = type(item).__name__
            raise TypeError(f"the supplier delivers crates by number or name, not {kind}s")
        if not _can_travel(item):
            raise ValueError("the supplier has no crate of that number or name")
        self._calls += 1
        self.line.ask(self._calls, item)
        return self._calls

    async def deliver(self, item: int | str) -> Crate:
        """Ask, and wait for the answer; a caller who is cancelled hangs up."""
        answer: asyncio.Future[Crate] = asyncio.get_running_loop().create_future()
        number = self.ask(item)
        self._open[number] = (answer, item)
        try:
            return await answer
        finally:
            if self._open.pop(number, None) is not None:
                self.line.say(["hang up", number])

    def phone(self, item: int | str) -> Crate:
        """Ask, and stop the whole strand until the answer is there."""
        number = self.ask(item)
        me = self.line.me
        why = Blocked(self.line.called("phone"), self.line.current_line(), WAITS_FOR_ANSWER)
        self.line.block(None, why, lambda: self.line.has_answer(me, number))
        return self._unwrap(self.line.take_answer(number), item)

    def connect(self, event: Any) -> None:
        """The supplier has answered: tell the caller, unless he has hung up."""
        waiting = self._open.pop(event[1], None)
        if waiting is None:
            return
        answer, item = waiting
        if answer.done():
            return
        try:
            answer.set_result(self._unwrap(event, item))
        except Exception as error:
            answer.set_exception(error)

    def _unwrap(self, event: Any, item: int | str) -> Crate:
        if event[0] == "crate":
            return Crate(item, *event[2:])
        raise refusal(event[0], item, self.limit)


def _can_travel(item: int | str) -> bool:
    """Whether the wire takes it: 63 bits, or a few whole letters."""
    if isinstance(item, int):
        return -(1 << 63) <= item < (1 << 63)
    return len(item) <= 200 and not any("\ud800" <= letter <= "\udfff" for letter in item)


def supplier_class(switchboard: Switchboard, limit: int) -> type:
    """The class `Supplier` of this service."""
    switchboard.limit = limit

    class Supplier:
        """The outside supplier. More than `limit` deliveries at once are turned away."""

        limit: int = switchboard.limit

        async def deliver(self, item: int | str) -> Crate:
            """Order one crate and wait for it.

            Raises TooBusy when turned away, Spoiled when this crate is, Closed in an outage.
            """
            return await switchboard.deliver(item)

        def phone(self, item: int | str) -> Crate:
            """The same by telephone: it blocks until the crate is there."""
            return switchboard.phone(item)

        def __repr__(self) -> str:
            return f"<Supplier, limit {self.limit}>"

    Supplier.__module__ = "kitchen"
    Supplier.__qualname__ = "Supplier"
    for name in ("deliver", "phone"):
        method = getattr(Supplier, name)
        method.__qualname__ = f"Supplier.{name}"
        method.__code__ = method.__code__.replace(co_qualname=f"Supplier.{name}")
    return Supplier
