# mistake: reader-waits-for-the-office
"""Case 17: as shipped. Everybody stands in line, the fetch is the reader's own."""

import asyncio
from typing import NamedTuple

from kitchen import Office, PrioritySemaphore


class Reading(NamedTuple):
    """What a reader gets."""

    value: int
    stale: bool


class StockCache:
    def __init__(
        self, office: Office, gate: PrioritySemaphore, *, fresh_for: float, keep_for: float
    ) -> None:
        self._office, self._gate = office, gate
        self._fresh_for, self._keep_for = fresh_for, keep_for
        self._known: dict[str, tuple[int, float]] = {}  # key: (value, when we got it)

    async def read(self, key: str, patience: float) -> Reading:
        """What is left of `key`."""
        clock = asyncio.get_running_loop().time
        async with self._gate.acquire(10):
            value, since = self._known.get(key, (0, float("-inf")))
            if clock() - since > self._fresh_for:
                value = await self._office.fetch(key)
                self._known[key] = (value, clock())
        return Reading(value, stale=False)

    async def write(self, key: str, value: int) -> None:
        """So much is left of `key` now: the office is told."""
        async with self._gate.acquire(0):
            await self._office.store(key, value)
            self._known[key] = (value, asyncio.get_running_loop().time())


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 17`
    __import__("kitchen").run(__file__)
