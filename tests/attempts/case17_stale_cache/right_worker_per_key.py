"""Case 17, mended: one worker for each key that lives for ever and sleeps on an event."""

import asyncio
from typing import NamedTuple

from kitchen import Office, PrioritySemaphore


class Reading(NamedTuple):
    """What a reader gets."""

    value: int
    stale: bool


class Worker:
    def __init__(self, cache: "StockCache", key: str) -> None:
        self.cache, self.key = cache, key
        self.wanted = asyncio.Event()
        self.value = 0
        self.since = float("-inf")
        self.writes = 0
        self.asking: list[asyncio.Future[Exception | None]] = []
        self.task = asyncio.create_task(self.run())

    @property
    def age(self) -> float:
        return asyncio.get_running_loop().time() - self.since

    def put(self, value: int) -> None:
        self.value = value
        self.since = asyncio.get_running_loop().time()

    async def run(self) -> None:
        cache = self.cache
        while True:
            await self.wanted.wait()
            error = None
            try:
                async with cache.gate.acquire(10):
                    if self.age > cache.fresh_for:
                        writes = self.writes
                        value = await cache.office.fetch(self.key)
                        if writes == self.writes:
                            self.put(value)
            except Exception as exc:
                error = exc
            self.wanted.clear()
            asking, self.asking = self.asking, []
            for future in asking:
                if not future.done():
                    future.set_result(error)


class StockCache:
    def __init__(
        self, office: Office, gate: PrioritySemaphore, *, fresh_for: float, keep_for: float
    ) -> None:
        self.office, self.gate = office, gate
        self.fresh_for, self.keep_for = fresh_for, keep_for
        self.workers: dict[str, Worker] = {}

    def worker(self, key: str) -> Worker:
        if key not in self.workers:
            self.workers[key] = Worker(self, key)
        return self.workers[key]

    async def read(self, key: str, patience: float) -> Reading:
        worker = self.worker(key)
        if worker.age <= self.fresh_for:
            return Reading(worker.value, stale=False)
        answer = asyncio.get_running_loop().create_future()
        worker.asking.append(answer)
        worker.wanted.set()
        error = None
        try:
            error = await asyncio.wait_for(answer, patience)
        except TimeoutError:
            error = TimeoutError(f"{key}: no answer within {patience} s")
        age = worker.age
        if age <= self.keep_for:
            return Reading(worker.value, stale=age > self.fresh_for)
        raise error or TimeoutError()

    async def write(self, key: str, value: int) -> None:
        worker = self.worker(key)
        async with self.gate.acquire(0):
            await self.office.store(key, value)
            worker.writes += 1
            worker.put(value)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 17`
    __import__("kitchen").run(__file__)
