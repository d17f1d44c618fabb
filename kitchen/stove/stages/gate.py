"""Guests at a gate of the learner's: they come, wait, are inside for a while, and leave.

A guest inside is a delivery under way, so the world itself sees who is inside and for how long.
Its number is the item. Reported besides: `came` when it asks to be let in, `same` when an error of
its own has come out again (1: the very error that was raised inside), and `locked` when asked.
"""

from typing import Any

from kitchen.goods import Spoiled
from kitchen.stove.stages.tools import Tools


class Gate:
    """One gate, made when the first guest comes."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._gate: Any = None

    def begin(self, function: str, args: list[Any]) -> Any:
        """A guest's visit: `guest(number, error, *arguments of acquire)`."""
        number, error, *asked = args
        return self._visit(number, error, asked)

    def tell(self, what: str, number: int, args: list[Any]) -> None:
        """`look`: is it locked?"""
        self._tools.soon(self._look, number)

    async def _visit(self, number: int, error: str, asked: list[Any]) -> None:
        """`error`: what the guest raises inside, if its delivery fails: 'Spoiled' or another."""
        tools = self._tools
        if self._gate is None:
            self._gate = tools.make()
        tools.mark("came", number)
        raised: list[BaseException] = []
        try:
            async with self._gate.acquire(*asked):
                try:
                    await tools.deliver(number)
                except Spoiled as spoiled:
                    raised.append(_own(error, spoiled))
                    raise raised[0] from None
        except BaseException as out:
            if raised:
                tools.mark("same", number, int(out is raised[0]))
            raise
        if raised:
            tools.mark("same", number, 0)

    def _look(self, number: int) -> None:
        if self._gate is None:
            self._gate = self._tools.make()
        try:
            locked = self._gate.locked()
        except Exception as error:
            self._tools.mark("locked", number, type(error).__name__[:100])
        else:
            self._tools.mark("locked", number, int(bool(locked)))


def _own(error: str, spoiled: Spoiled) -> BaseException:
    """The error of a guest's own."""
    if error == "TimeoutError":
        return TimeoutError("the guest's own")
    return spoiled
