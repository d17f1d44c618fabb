# mistake: patience-not-kept
"""Case 17: a reader waits for the place, and then for the fetch, each with all its patience."""

import asyncio
from typing import NamedTuple

from kitchen import Office, PrioritySemaphore


class Reading(NamedTuple):
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
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._inside: dict[str, asyncio.Event] = {}

    def _age(self, key: str) -> float:
        if key not in self._known:
            return float("inf")
        return asyncio.get_running_loop().time() - self._known[key][1]

    async def read(self, key: str, patience: float) -> Reading:
        if self._age(key) > self._fresh_for:
            task = self._under_way.get(key)
            if task is None or task.done():
                self._inside[key] = asyncio.Event()
                task = self._under_way[key] = asyncio.create_task(self._refresh(key))
                task.add_done_callback(lambda t: t.cancelled() or t.exception())
            try:
                await asyncio.wait_for(self._inside[key].wait(), patience)
                await asyncio.wait_for(asyncio.shield(task), patience)
            except Exception as error:
                if self._age(key) > self._keep_for:
                    raise error
        return Reading(self._known[key][0], self._age(key) > self._fresh_for)

    async def _refresh(self, key: str) -> None:
        async with self._gate.acquire(10):
            self._inside[key].set()
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
