# mistake: retried-on-the-spot
"""A loop over the attempts inside the gate."""

import asyncio
import heapq
from contextlib import asynccontextmanager


class Gate:
    """Places that are handed to the most urgent who waits."""

    def __init__(self, places):
        self.free, self.line, self.came = places, [], 0

    @asynccontextmanager
    async def enter(self, rank):
        self.came += 1
        place = asyncio.get_running_loop().create_future()
        heapq.heappush(self.line, (rank, self.came, place))
        self.next()
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.leave()
            place.cancel()
            raise
        try:
            yield
        finally:
            self.leave()

    def leave(self):
        self.free += 1
        self.next()

    def next(self):
        while self.free and self.line:
            place = heapq.heappop(self.line)[2]
            if not place.done():
                self.free -= 1
                place.set_result(None)


class Dispatcher:
    """A task per job, which is its own answer, before a gate with priorities."""

    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self.cook, self.max_attempts = cook, max_attempts
        self.gate = Gate(min(workers, limit))
        self.jobs = set()
        self.closed = False

    async def __aenter__(self):
        return self

    async def __aexit__(self, kind, *rest):
        await self.close(drain=not kind)

    def submit(self, payload, *, priority, timeout):
        if self.closed:
            raise RuntimeError("no more jobs")
        job = asyncio.create_task(self.run(payload, priority, timeout))
        self.jobs.add(job)
        job.add_done_callback(self.jobs.discard)
        return job

    async def run(self, payload, rank, timeout):
        async with self.gate.enter(rank):
            for attempt in range(1, self.max_attempts + 1):
                try:
                    async with asyncio.timeout(timeout):
                        return await self.cook(payload)
                except Exception:
                    if attempt == self.max_attempts:
                        raise

    async def join(self):
        while self.jobs:
            await asyncio.wait(self.jobs)

    async def close(self, drain=True):
        self.closed = True
        if drain:
            await self.join()
        for job in self.jobs:
            job.cancel()
        await asyncio.gather(*self.jobs, return_exceptions=True)
