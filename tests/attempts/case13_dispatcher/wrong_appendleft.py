# mistake: retry-at-the-head
"""A deque for each rank, and retries go to the left of it."""

import asyncio
from collections import deque


class Dispatcher:
    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self._cook, self._tries = cook, max_attempts
        self._ranks: dict[int, deque] = {}
        self._places = asyncio.Semaphore(min(workers, limit))
        self._came = asyncio.Event()
        self._open: dict[asyncio.Future, asyncio.Task | None] = {}
        self._closing = False

    async def __aenter__(self):
        self._door = asyncio.create_task(self._doorman())
        return self

    async def __aexit__(self, *exc):
        await self.close(exc[0] is None)

    def submit(self, payload, *, priority, timeout):
        if self._closing:
            raise RuntimeError("closed")
        answer = asyncio.get_running_loop().create_future()
        self._open[answer] = None
        answer.add_done_callback(self._forget)
        self._add(priority, (answer, payload, timeout, 1))
        return answer

    def _add(self, rank, job):
        self._ranks.setdefault(rank, deque()).append(job)
        self._came.set()

    def _forget(self, answer):
        task = self._open.pop(answer)
        if task:
            task.cancel()

    def _lowest(self):
        for rank in sorted(self._ranks):
            line = self._ranks[rank]
            while line:
                job = line.popleft()
                if not job[0].done():
                    return rank, *job
            del self._ranks[rank]
        return None

    async def _doorman(self):
        while True:
            await self._places.acquire()
            while (job := self._lowest()) is None:
                self._came.clear()
                await self._came.wait()
            self._open[job[1]] = asyncio.create_task(self._attempt(*job))

    async def _attempt(self, rank, answer, payload, timeout, number):
        try:
            async with asyncio.timeout(timeout):
                dish = await self._cook(payload)
        except Exception as error:
            if answer.done():
                return
            self._open[answer] = None
            if number == self._tries:
                answer.set_exception(error)
            else:
                self._ranks.setdefault(max(rank - 1, 0), deque()).appendleft(
                    (answer, payload, timeout, number + 1)
                )
                self._came.set()
        else:
            if not answer.done():
                self._open[answer] = None
                answer.set_result(dish)
        finally:
            self._places.release()

    async def join(self):
        while self._open:
            await asyncio.wait(list(self._open))

    async def close(self, drain=True):
        self._closing = True
        if not drain:
            tasks = [task for task in self._open.values() if task]
            for answer in list(self._open):
                answer.cancel("closed")
            if tasks:
                await asyncio.wait(tasks)
        await self.join()
        self._door.cancel()
        try:
            await self._door
        except asyncio.CancelledError:
            pass
