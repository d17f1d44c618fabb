"""Case 17: a write marks the fetch under way as overtaken, and hands its value to the readers."""

import asyncio
from typing import NamedTuple

from kitchen import Office, PrioritySemaphore


class Reading(NamedTuple):
    value: int
    stale: bool


class Job:
    def __init__(self) -> None:
        self.news = asyncio.Event()
        self.overtaken = False
        self.error: Exception | None = None
        self.task: asyncio.Task[None] | None = None


class StockCache:
    def __init__(
        self, office: Office, gate: PrioritySemaphore, *, fresh_for: float, keep_for: float
    ) -> None:
        self._office, self._gate = office, gate
        self._fresh_for, self._keep_for = fresh_for, keep_for
        self._known: dict[str, tuple[int, float]] = {}  # key: (value, when we got it)
        self._jobs: dict[str, Job] = {}

    async def read(self, key: str, patience: float) -> Reading:
        now = self._fit(key)
        if now is not None and not now.stale:
            return now
        job = self._jobs.get(key)
        if job is None:
            job = self._jobs[key] = Job()
            job.task = asyncio.create_task(self._run(key, job))
        try:
            await asyncio.wait_for(job.news.wait(), patience)
        except TimeoutError:
            pass
        now = self._fit(key)
        if now is None:
            raise job.error or TimeoutError(key)
        return now

    async def write(self, key: str, value: int) -> None:
        async with self._gate.acquire(0):
            await self._office.store(key, value)
            self._keep(key, value)
            job = self._jobs.get(key)
            if job is not None:
                job.overtaken = True
                job.news.set()

    async def _run(self, key: str, job: "Job") -> None:
        try:
            async with self._gate.acquire(10):
                job.overtaken = False
                now = self._fit(key)
                if now is None or now.stale:
                    value = await self._office.fetch(key)
                    if not job.overtaken:
                        self._keep(key, value)
        except Exception as error:
            job.error = error
        finally:
            del self._jobs[key]
            job.news.set()

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
