# mistake: waiters-lost
"""Without draining those in hand are told, and those in line are not."""

import asyncio
from dataclasses import dataclass, field


class Withdrawn(Exception):
    pass


@dataclass(eq=False)
class Job:
    payload: object
    priority: int
    timeout: float
    answer: asyncio.Future
    seq: int
    tries: int = 0
    call: asyncio.Task | None = None


class Dispatcher:
    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self._cook = cook
        self._workers = workers
        self._limit = limit
        self._max_attempts = max_attempts
        self._waiting: list[Job] = []
        self._jobs: set[Job] = set()
        self._seq = 0
        self._busy = 0
        self._closed = False
        self._wakers = []

    def _wake(self):
        for one in self._wakers:
            if not one.done():
                one.set_result(None)
        self._wakers.clear()

    async def _until(self, what):
        while not what():
            waker = asyncio.get_running_loop().create_future()
            self._wakers.append(waker)
            await waker

    async def __aenter__(self):
        self._tasks = [asyncio.create_task(self._worker()) for _ in range(self._workers)]
        return self

    async def __aexit__(self, exc_type, exc, tb):
        await self.close(drain=exc_type is None)

    def _enter(self, job):
        job.seq = self._seq
        self._seq += 1
        self._waiting.append(job)
        self._wake()

    def submit(self, payload, *, priority, timeout):
        if self._closed:
            raise RuntimeError("no more orders")
        job = Job(payload, priority, timeout, asyncio.get_running_loop().create_future(), 0)
        job.answer.add_done_callback(lambda _: self._leave(job))
        self._jobs.add(job)
        self._enter(job)
        return job.answer

    def _leave(self, job):
        self._jobs.discard(job)
        if job in self._waiting:
            self._waiting.remove(job)
        if job.call is not None:
            job.call.cancel()
        self._wake()

    async def _worker(self):
        while True:
            await self._until(lambda: self._waiting and self._busy < self._limit)
            job = min(self._waiting, key=lambda job: (job.priority, job.seq))
            self._waiting.remove(job)
            if job.answer.done():
                continue
            self._busy += 1
            job.tries += 1
            job.call = asyncio.create_task(self._bounded(job))
            try:
                await asyncio.wait({job.call})
            except asyncio.CancelledError:
                job.call.cancel()
                await asyncio.wait({job.call})
                raise
            finally:
                self._busy -= 1
            call, job.call = job.call, None
            if job.answer.done():
                self._wake()
                continue
            problem = TimeoutError() if call.cancelled() else call.exception()
            if problem is None:
                job.answer.set_result(call.result())
            elif job.tries < self._max_attempts:
                job.priority = max(0, job.priority - 1)
                self._enter(job)
            else:
                job.answer.set_exception(problem)
            self._wake()

    async def _bounded(self, job):
        return await asyncio.wait_for(self._cook(job.payload), job.timeout)

    async def join(self):
        await self._until(lambda: not self._jobs)

    async def close(self, drain=True):
        self._closed = True
        if drain:
            await self.join()
        for job in [job for job in self._jobs if job.call]:
            job.answer.set_exception(Withdrawn("closed")) if not job.answer.done() else None
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
