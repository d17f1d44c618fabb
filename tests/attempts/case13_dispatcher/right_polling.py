# remark: polling
"""Cooks look at the line every 10 ms."""

import asyncio
from bisect import insort


class Job:
    def __init__(self, payload, rank, timeout):
        self.payload, self.rank, self.timeout = payload, rank, timeout
        self.answer = asyncio.get_running_loop().create_future()
        self.attempts = 0
        self.task = None


class Dispatcher:
    """A list kept in order by rank, under a Condition; a counter of jobs that are open."""

    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self.cook, self.size, self.tries = cook, min(limit, workers), max_attempts
        self.line, self.jobs = [], set()
        self.bell = asyncio.Event()
        self.empty = asyncio.Event()
        self.empty.set()
        self.open = True

    async def __aenter__(self):
        self.staff = [asyncio.create_task(self.cook_on()) for _ in range(self.size)]
        return self

    async def __aexit__(self, error, *more):
        await self.close(drain=error is None)

    def submit(self, payload, *, priority, timeout):
        if not self.open:
            raise RuntimeError("closed")
        job = Job(payload, priority, timeout)
        self.jobs.add(job)
        self.empty.clear()
        job.answer.add_done_callback(lambda answer: self.withdrawn(job, answer))
        self.enter(job)
        return job.answer

    def enter(self, job):
        insort(self.line, job, key=lambda job: job.rank)
        self.bell.set()

    def withdrawn(self, job, answer):
        if answer.cancelled():
            if job in self.line:
                self.line.remove(job)
                self.over(job)
            elif job.task is not None:
                job.task.cancel()

    def over(self, job):
        self.jobs.discard(job)
        if not self.jobs:
            self.empty.set()

    async def cook_on(self):
        while True:
            while not self.line:
                await asyncio.sleep(0.01)
            job = self.line.pop(0)
            if job.answer.done():
                self.over(job)
                continue
            job.attempts += 1
            job.task = asyncio.create_task(self.cook(job.payload))
            try:
                done, _ = await asyncio.wait([job.task], timeout=job.timeout)
                if not done:
                    job.task.cancel()
                    await asyncio.wait([job.task])
            except asyncio.CancelledError:
                job.task.cancel()
                raise
            if not done:
                error = TimeoutError(f"{job.timeout} s")
            elif job.task.cancelled():
                error = None
            else:
                error = job.task.exception()
            if not job.answer.done():
                if error is None and not job.task.cancelled():
                    job.answer.set_result(job.task.result())
                elif job.attempts < self.tries:
                    job.rank = max(job.rank - 1, 0)
                    self.enter(job)
                    continue
                else:
                    job.answer.set_exception(error)
            self.over(job)

    async def join(self):
        await self.empty.wait()

    async def close(self, drain=True):
        self.open = False
        if drain:
            await self.join()
        for one in self.staff:
            one.cancel()
        await asyncio.gather(*self.staff, return_exceptions=True)
        for job in list(self.jobs):
            job.answer.cancel()
            self.over(job)
