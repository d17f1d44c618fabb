"""Case 17, mended: futures, call_later and done callbacks: no timeout helper at all."""

import asyncio
from functools import partial
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
        self._version: dict[str, int] = {}
        self._pending: dict[str, asyncio.Task[int | None]] = {}

    def _serve(self, key: str, max_age: float) -> Reading | None:
        known = self._known.get(key)
        if known is None:
            return None
        age = asyncio.get_running_loop().time() - known[1]
        if age > max_age:
            return None
        return Reading(known[0], stale=age > self._fresh_for)

    async def read(self, key: str, patience: float) -> Reading:
        reading = self._serve(key, self._fresh_for)
        if reading is not None:
            return reading
        loop = asyncio.get_running_loop()
        task = self._pending.get(key)
        if task is None:
            task = loop.create_task(self._load(key))
            self._pending[key] = task
            task.add_done_callback(partial(self._loaded, key))
        woken = loop.create_future()

        def wake(*_: object) -> None:
            if not woken.done():
                woken.set_result(None)

        timer = loop.call_later(patience, wake)
        task.add_done_callback(wake)
        try:
            await woken
        finally:
            timer.cancel()
            task.remove_done_callback(wake)
        reading = self._serve(key, self._keep_for)
        if reading is not None:
            return reading
        if task.done() and not task.cancelled() and (error := task.exception()):
            raise error
        raise TimeoutError

    async def _load(self, key: str) -> int | None:
        async with self._gate.acquire(10):
            if self._serve(key, self._fresh_for) is not None:
                return None
            version = self._version.get(key, 0)
            value = await self._office.fetch(key)
            if version == self._version.get(key, 0):
                self._known[key] = value, asyncio.get_running_loop().time()
            return value

    def _loaded(self, key: str, task: asyncio.Task[int | None]) -> None:
        del self._pending[key]
        if not task.cancelled():
            task.exception()

    async def write(self, key: str, value: int) -> None:
        async with self._gate.acquire(0):
            await self._office.store(key, value)
            self._version[key] = self._version.get(key, 0) + 1
            self._known[key] = value, asyncio.get_running_loop().time()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 17`
    __import__("kitchen").run(__file__)
