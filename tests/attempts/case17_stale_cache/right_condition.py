"""Case 17: readers wait on a Condition; the fetch tells them when it has ended."""

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
        self._running: dict[str, asyncio.Task[None]] = {}
        self._failed: dict[str, tuple[int, Exception]] = {}
        self._round: dict[str, int] = {}
        self._news = asyncio.Condition()

    async def read(self, key: str, patience: float) -> Reading:
        now = self._fit(key)
        if now is not None and not now.stale:
            return now
        if key not in self._running:
            self._round[key] = self._round.get(key, 0) + 1
            self._running[key] = asyncio.create_task(self._refresh(key))
        mine = self._round[key]

        def over() -> bool:
            return self._round[key] != mine or key not in self._running

        try:
            async with asyncio.timeout(patience):
                async with self._news:
                    await self._news.wait_for(over)
        except TimeoutError:
            pass
        now = self._fit(key)
        if now is not None:
            return now
        number, error = self._failed.get(key, (0, None))
        if number == mine and error is not None:
            raise error
        raise TimeoutError(key)

    async def _refresh(self, key: str) -> None:
        try:
            async with self._gate.acquire(10):
                now = self._fit(key)
                if now is None or now.stale:
                    writes = self._writes.get(key, 0)
                    value = await self._office.fetch(key)
                    if self._writes.get(key, 0) == writes:
                        self._keep(key, value)
        except Exception as error:
            self._failed[key] = (self._round[key], error)
        finally:
            del self._running[key]
            async with self._news:
                self._news.notify_all()

    async def write(self, key: str, value: int) -> None:
        async with self._gate.acquire(0):
            await self._office.store(key, value)
            self._writes[key] = self._writes.get(key, 0) + 1
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
