# mistake: nothing-served
"""Case 17: when patience is over a reader without a value raises although a write has brought one meanwhile."""

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
        self._known: dict[str, tuple[int, float]] = {}
        self._flights: dict[str, asyncio.Task[None]] = {}

    def _best(self, key: str) -> Reading | None:
        try:
            value, since = self._known[key]
        except KeyError:
            return None
        age = asyncio.get_running_loop().time() - since
        return Reading(value, age > self._fresh_for) if age <= self._keep_for else None

    async def read(self, key: str, patience: float) -> Reading:
        best = self._best(key)
        if best is not None and not best.stale:
            return best
        flight = self._flight(key)
        if best is not None:
            return best
        try:
            await asyncio.wait_for(asyncio.shield(flight), patience)
        except TimeoutError:
            raise
        best = self._best(key)
        if best is None:
            raise TimeoutError
        return best

    def _flight(self, key: str) -> asyncio.Task[None]:
        if key not in self._flights:
            self._flights[key] = asyncio.create_task(self._fly(key))
            self._flights[key].add_done_callback(self._landed)
        return self._flights[key]

    @staticmethod
    def _landed(flight: asyncio.Task[None]) -> None:
        if not flight.cancelled():
            flight.exception()

    async def _fly(self, key: str) -> None:
        try:
            async with self._gate.acquire(10):
                best = self._best(key)
                if best is not None and not best.stale:
                    return
                before = self._known.get(key)
                value = await self._office.fetch(key)
                if self._known.get(key) is before:
                    self._known[key] = value, asyncio.get_running_loop().time()
        finally:
            del self._flights[key]

    async def write(self, key: str, value: int) -> None:
        async with self._gate.acquire(0):
            await self._office.store(key, value)
            self._known[key] = value, asyncio.get_running_loop().time()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 17`
    __import__("kitchen").run(__file__)
