"""An office that knows how much is left of each dish, and a cache of the learner's before it.

A call of the office is a delivery under way, so the world itself sees when it begins and ends:
`fetch soup 2` is the second fetch of soup, `store soup 300` a store. Reported besides: `reading`,
what a read gave: the value, and 1 if it was marked stale.
"""

from typing import Any

from kitchen.goods import Closed, Spoiled
from kitchen.stove.stages.tools import Tools

NUMBERS = 100_000
"""What the office knows is less than this."""


class Office:
    """The office. More than `limit` calls at once are turned away with TooBusy."""

    def __init__(self, tools: Tools) -> None:
        self.__tools = tools
        self.__asked: dict[str, int] = {}
        self.limit: int = tools.switchboard.limit

    async def fetch(self, key: str) -> int:
        """What is left of `key`, as it was when the fetch began. Takes 1 s; may raise Closed."""
        self.__asked[key] = self.__asked.get(key, 0) + 1
        try:
            crate = await self.__tools.deliver(f"fetch {key} {self.__asked[key]}")
        except Spoiled:
            raise Closed(f"the office gives no answer about {key!r}") from None
        return int(crate.mark, 16) % NUMBERS

    async def store(self, key: str, value: int) -> None:
        """Tell the office what is left of `key`. Takes 0.05 s; may raise Closed."""
        try:
            await self.__tools.deliver(f"store {key} {value}")
        except Spoiled:
            raise Closed(f"the office has not stored {key!r}") from None


Office.__module__ = "kitchen"


class Stock:
    """One cache, its office and its gate; made when the first call comes."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._cache: Any = None

    def begin(self, function: str, args: list[Any]) -> Any:
        """`read(number, key, patience)`, `write(number, key, value)`."""
        if self._cache is None:
            self._cache = self._made()
        number, key, more = args
        if function == "write":
            return self._cache.write(key, more)
        return self._read(number, key, more)

    def tell(self, what: str, number: int, args: list[Any]) -> None:
        """Nothing happens here but calls."""

    def _made(self) -> Any:
        tools = self._tools
        office, gate = Office(tools), tools.gate(tools.switchboard.limit)
        fresh_for, keep_for = tools.given
        made = getattr(tools.module, tools.entry)
        return made(office, gate, fresh_for=fresh_for, keep_for=keep_for)

    async def _read(self, number: int, key: str, patience: float) -> None:
        reading = await self._cache.read(key, patience)
        value, stale = getattr(reading, "value", None), getattr(reading, "stale", None)
        told = f"{value} {int(bool(stale))}" if type(value) is int else f"a {type(value).__name__}"
        self._tools.mark("reading", number, told[:100])
