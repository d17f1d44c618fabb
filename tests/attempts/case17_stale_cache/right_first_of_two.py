"""Case 17, mended: readers wait for the refresh or for a write, whichever comes first."""

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
        self._refreshes: dict[str, asyncio.Task[None]] = {}
        self._written: dict[str, asyncio.Future[None]] = {}

    def _peek(self, key: str) -> tuple[int, float]:
        value, since = self._known.get(key, (0, float("-inf")))
        return value, asyncio.get_running_loop().time() - since

    def _next_write(self, key: str) -> asyncio.Future[None]:
        if key not in self._written:
            self._written[key] = asyncio.get_running_loop().create_future()
        return self._written[key]

    async def read(self, key: str, patience: float) -> Reading:
        value, age = self._peek(key)
        if age <= self._fresh_for:
            return Reading(value, stale=False)
        refresh = self._refreshes.get(key)
        if refresh is None or refresh.done():
            refresh = self._refreshes[key] = asyncio.create_task(self._refresh(key))
            refresh.add_done_callback(lambda task: task.cancelled() or task.exception())
        await asyncio.wait(
            [refresh, self._next_write(key)],
            timeout=patience,
            return_when=asyncio.FIRST_COMPLETED,
        )
        value, age = self._peek(key)
        if age <= self._keep_for:
            return Reading(value, stale=age > self._fresh_for)
        if refresh.done() and refresh.exception() is not None:
            raise refresh.exception()
        raise TimeoutError(f"{key}: nothing fit to serve after {patience} s")

    async def _refresh(self, key: str) -> None:
        async with self._gate.acquire(10):
            if self._peek(key)[1] <= self._fresh_for:
                return
            write = self._next_write(key)
            value = await self._office.fetch(key)
            if not write.done():
                self._known[key] = (value, asyncio.get_running_loop().time())

    async def write(self, key: str, value: int) -> None:
        async with self._gate.acquire(0):
            await self._office.store(key, value)
            self._known[key] = (value, asyncio.get_running_loop().time())
            if key in self._written:
                self._written.pop(key).set_result(None)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 17`
    __import__("kitchen").run(__file__)
