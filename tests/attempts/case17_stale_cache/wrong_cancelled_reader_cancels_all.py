# mistake: strands-the-others
"""Case 17: a cancelled reader takes the future along that the others wait for."""

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
        self._coming: dict[str, asyncio.Future[int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def read(self, key: str, patience: float) -> Reading:
        now = self._fit(key)
        if now is not None and not now.stale:
            return now
        coming = self._coming.get(key)
        if coming is None:
            coming = asyncio.get_running_loop().create_future()
            self._coming[key] = coming
            task = asyncio.create_task(self._fill(key, coming))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        try:
            async with asyncio.timeout(patience):
                await asyncio.shield(coming)
        except asyncio.CancelledError:
            coming.cancel()
            raise
        except Exception:
            now = self._fit(key)
            if now is None:
                raise
            return now
        now = self._fit(key)
        if now is None:
            raise TimeoutError(key)
        return now

    async def _fill(self, key: str, coming: "asyncio.Future[int]") -> None:
        try:
            async with self._gate.acquire(10):
                now = self._fit(key)
                if now is not None and not now.stale:
                    value = now.value
                else:
                    writes = self._writes.get(key, 0)
                    value = await self._office.fetch(key)
                    if self._writes.get(key, 0) == writes:
                        self._keep(key, value)
        except BaseException as error:
            del self._coming[key]
            coming.set_exception(error)
            coming.exception()
            if not isinstance(error, Exception):
                raise
        else:
            del self._coming[key]
            if not coming.done():
                coming.set_result(value)

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
