"""Case 17: each reader has a future of its own, filled by the fetch or by an alarm."""

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
        self._readers: dict[str, list[asyncio.Future[Exception | None]]] = {}

    async def read(self, key: str, patience: float) -> Reading:
        now = self._fit(key)
        if now is not None and not now.stale:
            return now
        loop = asyncio.get_running_loop()
        mine: asyncio.Future[Exception | None] = loop.create_future()
        self._readers.setdefault(key, []).append(mine)
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._fetch(key))
        alarm = loop.call_later(max(0, patience), self._tell, mine, TimeoutError(key))
        try:
            error = await mine
        finally:
            alarm.cancel()
            if mine in self._readers.get(key, ()):
                self._readers[key].remove(mine)
        now = self._fit(key)
        if now is None:
            raise error or TimeoutError(key)
        return now

    @staticmethod
    def _tell(reader: "asyncio.Future[Exception | None]", error: Exception | None) -> None:
        if not reader.done():
            reader.set_result(error)

    async def _fetch(self, key: str) -> None:
        error = None
        try:
            await self._refresh(key)
        except Exception as failed:
            error = failed
        finally:
            del self._tasks[key]
            for reader in self._readers.pop(key, ()):
                self._tell(reader, error)

    async def write(self, key: str, value: int) -> None:
        async with self._gate.acquire(0):
            await self._office.store(key, value)
            self._writes[key] = self._writes.get(key, 0) + 1
            self._keep(key, value)

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
