"""What every stage works with."""

import asyncio
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

from kitchen.goods import Crate
from kitchen.stove.client import Switchboard


class Tools(NamedTuple):
    """The learner's module, and the ways to the world."""

    module: ModuleType
    entry: str
    """What the case calls in the module: a function or a class."""
    given: list[Any]
    """Arguments for the class; those by name in a dict at the end."""
    supplier: Any
    switchboard: Switchboard
    loop: asyncio.AbstractEventLoop
    gate: Any
    """`PrioritySemaphore`, for cases that hand one in ready."""
    office: Any = None
    """The office as this process has it open, where processes share one."""

    def make(self) -> Any:
        """One object of the learner's class."""
        plain, named = self.given, {}
        if plain and isinstance(plain[-1], dict):
            *plain, named = plain
        return getattr(self.module, self.entry)(*plain, **named)

    async def deliver(self, item: int | str) -> Crate:
        """A delivery: the world says how long it takes, and how it ends."""
        crate: Crate = await self.supplier.deliver(item)
        return crate

    def mark(self, what: str, number: int, value: int | str | None = None) -> None:
        """Report a step to the world."""
        self.switchboard.line.say(["mark", what, number, value])

    def soon(self, call: Callable[..., object], *args: Any) -> None:
        """In this turn, after all that the script had before it."""
        self.loop.call_soon(call, *args)
