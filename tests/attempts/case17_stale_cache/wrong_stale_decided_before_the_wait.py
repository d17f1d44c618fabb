# mistake: not-the-newest
"""Case 17: the old value and its age are taken before the wait, and served after it if the time is over, even if a write came meanwhile."""

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
        self._writes: dict[str, int] = {}
        self._refreshes: dict[str, asyncio.Task[None]] = {}

    def _age(self, key: str) -> float:
        if key not in self._known:
            return float("inf")
        return asyncio.get_running_loop().time() - self._known[key][1]

    async def read(self, key: str, patience: float) -> Reading:
        if self._age(key) <= self._fresh_for:
            return Reading(self._known[key][0], stale=False)
        task = self._refreshes.get(key)
        if task is None or task.done():
            task = self._refreshes[key] = asyncio.create_task(self._refresh(key))
            task.add_done_callback(lambda t: t.cancelled() or t.exception())
        age, old = self._age(key), self._known.get(key)
        await asyncio.wait([task], timeout=patience)
        if not task.done() and age <= self._keep_for:
            return Reading(old[0], stale=True)
        age = self._age(key)
        if age <= self._keep_for:
            return Reading(self._known[key][0], stale=age > self._fresh_for)
        if task.done():
            task.result()
        raise TimeoutError(key)

    async def _refresh(self, key: str) -> None:
        async with self._gate.acquire(10):
            if self._age(key) <= self._fresh_for:
                return
            before = self._writes.get(key, 0)
            value = await self._office.fetch(key)
            if self._writes.get(key, 0) == before:
                self._known[key] = (value, asyncio.get_running_loop().time())

    async def write(self, key: str, value: int) -> None:
        async with self._gate.acquire(0):
            await self._office.store(key, value)
            self._writes[key] = self._writes.get(key, 0) + 1
            self._known[key] = (value, asyncio.get_running_loop().time())


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 17`
    __import__("kitchen").run(__file__)
