"""Case 17: a crew of `limit` takes the keys from a queue, and goes home when it is empty."""

import asyncio
from collections import deque
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
        self._wanted: deque[str] = deque()
        self._coming: dict[str, asyncio.Future[None]] = {}
        self._crew: set[asyncio.Task[None]] = set()

    async def read(self, key: str, patience: float) -> Reading:
        now = self._fit(key)
        if now is not None and not now.stale:
            return now
        coming = self._coming.get(key)
        if coming is None:
            coming = self._coming[key] = asyncio.get_running_loop().create_future()
            self._wanted.append(key)
            if len(self._crew) < self._office.limit:
                self._crew.add(asyncio.create_task(self._work()))
        await asyncio.wait([coming], timeout=patience)
        now = self._fit(key)
        if now is None:
            raise (coming.done() and coming.exception()) or TimeoutError(key)
        return now

    async def _work(self) -> None:
        me = asyncio.current_task()
        try:
            while self._wanted:
                key = self._wanted.popleft()
                error = None
                try:
                    await self._fetch(key)
                except Exception as failed:
                    error = failed
                coming = self._coming.pop(key)
                if error is None:
                    coming.set_result(None)
                else:
                    coming.set_exception(error)
                    coming.exception()
        finally:
            self._crew.discard(me)

    async def _fetch(self, key: str) -> None:
        async with self._gate.acquire(10):
            now = self._fit(key)
            if now is None or now.stale:
                writes = self._writes.get(key, 0)
                value = await self._office.fetch(key)
                if self._writes.get(key, 0) == writes:
                    self._keep(key, value)

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
