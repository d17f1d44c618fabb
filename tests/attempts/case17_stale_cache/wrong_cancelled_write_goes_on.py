# mistake: calls-past-the-gate
"""Case 17: a cancelled write goes on being stored, and its place is given back."""

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
        self._known: dict[str, tuple[int, float]] = {}  # key: (value, when we got it)
        self._writes: dict[str, int] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def read(self, key: str, patience: float) -> Reading:
        now = self._fit(key)
        if now is not None and not now.stale:
            return now
        task = self._task(key)
        await asyncio.wait([task], timeout=patience)
        now = self._fit(key)
        if now is not None:
            return now
        if task.done():
            task.result()
        raise TimeoutError(key)

    async def write(self, key: str, value: int) -> None:
        async with self._gate.acquire(0):
            await asyncio.shield(self._office.store(key, value))
            self._writes[key] = self._writes.get(key, 0) + 1
            self._keep(key, value)

    def _task(self, key: str) -> "asyncio.Task[None]":
        task = self._tasks.get(key)
        if task is None or task.done():
            task = self._tasks[key] = asyncio.create_task(self._refresh(key))
            task.add_done_callback(lambda t: t.cancelled() or t.exception())
        return task

    async def _refresh(self, key: str) -> None:
        async with self._gate.acquire(10):
            now = self._fit(key)
            if now is not None and not now.stale:
                return
            writes = self._writes.get(key, 0)
            value = await self._office.fetch(key)
            if self._writes.get(key, 0) == writes:
                self._keep(key, value)

    def _fit(self, key: str) -> Reading | None:
        if key not in self._known:
            return None
        value, since = self._known[key]
        age = asyncio.get_running_loop().time() - since
        return Reading(value, age > self._fresh_for) if age <= self._keep_for else None

    def _keep(self, key: str, value: int) -> None:
        self._known[key] = (value, asyncio.get_running_loop().time())


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 17`
    __import__("kitchen").run(__file__)
