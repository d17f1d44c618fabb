"""Case 17, mended: the store has a task of its own, too: a cancelled writer does not leave it half done."""

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
        self._stores: set[asyncio.Task[None]] = set()

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _since(self, key: str) -> float:
        return self._known[key][1] if key in self._known else float("-inf")

    async def read(self, key: str, patience: float) -> Reading:
        if self._now() - self._since(key) > self._fresh_for:
            task = self._refreshes.get(key)
            if task is None or task.done():
                task = asyncio.create_task(self._refresh(key))
                task.add_done_callback(lambda t: t.cancelled() or t.exception())
                self._refreshes[key] = task
            # wait no longer than the old value may be served
            left = self._since(key) + self._keep_for - self._now()
            wait = min(patience, left * 0.99) if left >= 0 else patience
            try:
                async with asyncio.timeout(wait):
                    await asyncio.shield(task)
            except Exception:
                if self._now() - self._since(key) > self._keep_for:
                    raise
            if self._now() - self._since(key) > self._keep_for:
                raise TimeoutError
        value, since = self._known[key]
        return Reading(value, self._now() - since > self._fresh_for)

    async def _refresh(self, key: str) -> None:
        async with self._gate.acquire(10):
            if self._now() - self._since(key) <= self._fresh_for:
                return
            writes = self._writes.get(key)
            value = await self._office.fetch(key)
            if writes == self._writes.get(key):
                self._known[key] = value, self._now()

    async def write(self, key: str, value: int) -> None:
        store = asyncio.create_task(self._store(key, value))
        self._stores.add(store)
        store.add_done_callback(self._stores.discard)
        await asyncio.shield(store)

    async def _store(self, key: str, value: int) -> None:
        async with self._gate.acquire(0):
            await self._office.store(key, value)
            self._writes[key] = self._writes.get(key, 0) + 1
            self._known[key] = value, self._now()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 17`
    __import__("kitchen").run(__file__)
