"""Case 17: the reader stands in line itself, with a ttl, and leaves its place to the fetch."""

import asyncio
from contextlib import AsyncExitStack
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
        self._others: set[asyncio.Task[None]] = set()

    async def read(self, key: str, patience: float) -> Reading:
        loop = asyncio.get_running_loop()
        end = loop.time() + patience
        now = self._fit(key)
        if now is not None and not now.stale:
            return now
        if key not in self._tasks:
            place, got = AsyncExitStack(), False
            try:
                await place.enter_async_context(self._gate.acquire(10, patience))
                got = True
            except TimeoutError:
                pass
            finally:
                self._start(key, place, got)  # with or without a place: somebody must fetch
        now = self._fit(key)
        if now is not None and (not now.stale or loop.time() >= end):
            return now
        task = self._tasks[key]
        await asyncio.wait([task], timeout=end - loop.time())
        now = self._fit(key)
        if now is None:
            if task.done():
                task.result()
            raise TimeoutError(key)
        return now

    def _start(self, key: str, place: AsyncExitStack, got: bool) -> None:
        """The fetch takes over the place, if it is one; a second one's is given back by it."""
        first = key not in self._tasks
        task = asyncio.create_task(self._fetch(key, place, got, first))
        self._others.add(task)
        task.add_done_callback(self._done)
        if first:
            self._tasks[key] = task

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._others.discard(task)
        if not task.cancelled():
            task.exception()

    async def _fetch(self, key: str, place: AsyncExitStack, got: bool, first: bool) -> None:
        async with place:
            if not first:
                return
            try:
                if not got:
                    await place.enter_async_context(self._gate.acquire(10))
                now = self._fit(key)
                if now is None or now.stale:
                    writes = self._writes.get(key, 0)
                    value = await self._office.fetch(key)
                    if self._writes.get(key, 0) == writes:
                        self._keep(key, value)
            finally:
                del self._tasks[key]

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
