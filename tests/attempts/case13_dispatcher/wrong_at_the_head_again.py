# mistake: retry-at-the-head
"""A retry keeps its old number; one function puts jobs into the line, new ones and old ones."""

import asyncio
import heapq
from dataclasses import dataclass, field
from itertools import count


@dataclass(eq=False)
class Job:
    payload: object
    rank: int
    timeout: float
    answer: asyncio.Future
    attempts: int = 0
    task: asyncio.Task | None = None
    timer: asyncio.TimerHandle | None = None
    late: bool = False


class Dispatcher:
    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self._cook = cook
        self._places = min(workers, limit)
        self._max = max_attempts
        self._heap = []
        self._numbers = count()
        self._cooking = set()
        self._open = set()
        self._settled = asyncio.Event()
        self._settled.set()
        self._closed = False

    async def __aenter__(self):
        return self

    async def __aexit__(self, kind, error, trace):
        await self.close(drain=kind is None)

    def submit(self, payload, *, priority, timeout):
        if self._closed:
            raise RuntimeError("closed")
        job = Job(payload, priority, timeout, asyncio.get_running_loop().create_future())
        self._open.add(job)
        self._settled.clear()
        job.answer.add_done_callback(lambda _: self._over(job))
        self._push(job)
        self._pump()
        return job.answer

    def _push(self, job):
        if not hasattr(job, "number"):
            job.number = next(self._numbers)
        heapq.heappush(self._heap, (job.rank, job.number, job))

    def _pump(self):
        while self._heap and len(self._cooking) < self._places:
            job = heapq.heappop(self._heap)[2]
            if not job.answer.done():
                self._begin(job)

    def _begin(self, job):
        job.attempts += 1
        job.late = False
        job.task = asyncio.get_running_loop().create_task(self._cook(job.payload))
        self._cooking.add(job)
        job.timer = asyncio.get_running_loop().call_later(job.timeout, self._cut, job)
        job.task.add_done_callback(lambda _: self._end(job))

    def _cut(self, job):
        job.late = True
        job.task.cancel()

    def _end(self, job):
        job.timer.cancel()
        self._cooking.discard(job)
        if not job.answer.done():
            if job.late:
                error = TimeoutError()
            elif job.task.cancelled():
                error = RuntimeError("the job cancelled itself")
            else:
                error = job.task.exception()
            if error is None:
                job.answer.set_result(job.task.result())
            elif job.attempts < self._max:
                job.rank = max(0, job.rank - 1)
                self._push(job)
            else:
                job.answer.set_exception(error)
        elif not job.task.cancelled():
            job.task.exception()
        self._pump()

    def _over(self, job):
        if job in self._cooking:
            job.task.cancel()
        self._open.discard(job)
        if not self._open:
            self._settled.set()

    async def join(self):
        await self._settled.wait()

    async def close(self, drain=True):
        self._closed = True
        if drain:
            await self.join()
            while self._cooking:
                await asyncio.wait([job.task for job in self._cooking])
                await asyncio.sleep(0)
            return
        for job in list(self._open):
            job.answer.cancel()
        tasks = [job.task for job in self._cooking]
        if tasks:
            await asyncio.wait(tasks)
