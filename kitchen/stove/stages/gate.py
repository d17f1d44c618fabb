"""Guests at a gate of the learner's: they come, wait, are inside for a while, and leave.

A guest inside is a delivery under way, so the world itself sees who is inside and for how long.
Its number is the item. Reported besides: `came` when it asks to be let in, `late` when it got no
place in time and is to ask again, `same` when an error of its own has come out again (1: the very
error that was raised inside), and `locked` when asked.
"""

import asyncio
import contextlib
import gc
import sys
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple

from kitchen.goods import Spoiled
from kitchen.stove.stages.tools import Tools

COMPANY = 3
"""Guests of a crowd that wait at the same time."""

HAIR = 5e-10
"""Seconds; two timers no more than that apart ring in one turn of the loop."""

STEP = 300
"""Guests of a crowd between two signs of life."""


class _Stay(NamedTuple):
    """How a guest's stay ends."""

    error: str
    """What it raises inside, if its delivery fails: 'Spoiled' or another."""
    lingers: bool
    """Whether it stays for a turn of the loop when it has its delivery."""


class Gate:
    """One gate, made when the first guest comes."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._gate: Any = None
        self._others: list[asyncio.Task[None]] = []  # visits to other gates

    def begin(self, function: str, args: list[Any]) -> Any:
        """`guest(number, numbers, if_late, error, lingers, priority, ttl, age, own_end)`: a
        person's visits, one after another (`if_late`: until there is a place in time); the number
        is for people.
        `crowd(count, ttl)`: many."""
        if function == "crowd":
            return self._crowd(*args)
        _, numbers, if_late, error, lingers, *asked = args
        visits = self._asks_until_in if if_late else self._visits
        return visits(numbers, _Stay(error, lingers), asked)

    def tell(self, what: str, number: int, args: list[Any]) -> None:
        """`look`: is it locked? `elsewhere`: somebody visits another gate, for so long."""
        if what == "look":
            self._tools.soon(self._look, number)
        else:
            self._others.append(self._tools.loop.create_task(self._visit_another(*args)))

    async def _visits(self, numbers: Sequence[int], stay: "_Stay", asked: list[Any]) -> None:
        first_asked = self._tools.loop.time()
        for number in numbers:
            await self._visit(number, stay, asked, first_asked)

    async def _asks_until_in(self, numbers: Sequence[int], stay: "_Stay", asked: list[Any]) -> None:
        first_asked = self._tools.loop.time()
        for number in numbers[:-1]:
            try:
                await self._visit(number, stay, asked, first_asked)
            except TimeoutError:
                self._tools.mark("late", number)
            else:
                return
        await self._visit(numbers[-1], stay, asked, first_asked)

    async def _visit(
        self, number: int, stay: "_Stay", asked: list[Any], first_asked: float
    ) -> None:
        tools, gate = self._tools, self._made()
        tools.mark("came", number)
        raised: list[BaseException] = []
        try:
            async with _own_end(*asked[1:]), _acquire(gate, first_asked, *asked):
                try:
                    await tools.deliver(number)
                except Spoiled as spoiled:
                    raised.append(_own(stay.error, spoiled))
                    raise raised[0] from None
                if stay.lingers:
                    await asyncio.sleep(0)
        except BaseException as out:
            if raised:
                tools.mark("same", number, int(out is raised[0]))
            raise
        if raised:
            tools.mark("same", number, 0)

    async def _visit_another(self, stays: float) -> None:
        async with self._tools.make().acquire(0):
            await asyncio.sleep(stays)

    async def _crowd(self, count: int, ttl: float) -> None:
        """One holds the place; `count` guests come, three at a time, and lose patience. When half
        of them have gone, the place changes hands for a while.

        Reports how many more objects there are in the end than before: `objects`.
        """
        gate = self._made()
        async with gate.acquire(0):
            await self._come_and_go(gate, COMPANY * 10, ttl)
            before = _Memory.now()
            await self._give_up(gate, count // 2, ttl)
        for done in range(0, count // 4, STEP):
            await self._go_in_and_out(gate, STEP)
            self._tools.mark("passed", done + STEP)
        async with gate.acquire(0):
            await self._give_up(gate, count // 2, ttl)
            self._tools.mark("objects", 0, _Memory.now().more(before))

    async def _give_up(self, gate: Any, count: int, ttl: float) -> None:
        for done in range(0, count, STEP):
            await self._come_and_go(gate, min(STEP, count - done), ttl)
            self._tools.mark("gone", done + STEP)

    async def _go_in_and_out(self, gate: Any, times: int) -> None:
        """Each time one gets in without having waited, and one from the line, past a more urgent
        one who has left it."""

        async def guest(priority: int) -> None:
            async with gate.acquire(priority):
                pass

        for _ in range(times):
            await guest(0)
            async with gate.acquire(0):
                waits = self._tools.loop.create_task(guest(2))
                leaves = self._tools.loop.create_task(guest(1))
                await asyncio.sleep(0.001)
                leaves.cancel()
                await asyncio.wait([leaves])
            await waits

    async def _come_and_go(self, gate: Any, count: int, ttl: float) -> None:
        async def guest() -> None:
            with contextlib.suppress(TimeoutError):
                async with gate.acquire(1, ttl):
                    pass

        for _ in range(0, count, COMPANY):
            await asyncio.gather(*(guest() for _ in range(COMPANY)))

    def _made(self) -> Any:
        if self._gate is None:
            self._gate = self._tools.make()
        return self._gate

    def _look(self, number: int) -> None:
        gate = self._made()
        try:
            locked = gate.locked()
        except Exception as error:
            self._tools.mark("locked", number, type(error).__name__[:100])
        else:
            self._tools.mark("locked", number, int(bool(locked)))


def _acquire(
    gate: Any, first_asked: float, priority: int, *more: float | None
) -> AbstractAsyncContextManager[Any]:
    """Only what the service has is given: not every gate knows of a ttl, or of `since`."""
    place: AbstractAsyncContextManager[Any]
    if len(more) < 2 or more[1] is None:
        place = gate.acquire(priority, *more[:1])
    else:
        place = gate.acquire(priority, more[0], since=first_asked - more[1])
    return place


def _own_end(
    ttl: float | None = None, age: float | None = None, wanted: bool = False
) -> AbstractAsyncContextManager[Any]:
    """The guest's own timeout. It rings in the turn in which its patience ends, and after that."""
    if ttl is None or not wanted:
        return contextlib.nullcontext()
    return asyncio.timeout(ttl + HAIR)


class _Memory(NamedTuple):
    """What is there at one moment: pieces of memory, and objects that could hold others.

    Numbers, and tuples of nothing but numbers, are among the pieces only. Those can't be counted
    in every build of Python.
    """

    pieces: int
    objects: int

    @classmethod
    def now(cls) -> "_Memory":
        gc.collect()
        return cls(sys.getallocatedblocks(), len(gc.get_objects()))

    def more(self, before: "_Memory") -> int:
        return max(self.pieces - before.pieces, self.objects - before.objects)


def _own(error: str, spoiled: Spoiled) -> BaseException:
    """The error of a guest's own."""
    if error == "TimeoutError":
        return TimeoutError("the guest's own")
    return spoiled
