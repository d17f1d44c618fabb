"""An event says that nothing is open; so it is set at the start, too."""

import asyncio
from itertools import count


class Dispatcher:
    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self._cook, self._count, self._max = cook, min(workers, limit), max_attempts
        self._line = asyncio.PriorityQueue()
        self._numbers = count()
        self._open = set()
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._closed = False

    async def __aenter__(self):
        self._cooks = [asyncio.create_task(self._work()) for _ in range(self._count)]
        return self

    async def __aexit__(self, kind, error, trace):
        await self.close(drain=kind is None)

    def submit(self, payload, *, priority, timeout):
        if self._closed:
            raise RuntimeError("closed")
        answer = asyncio.get_running_loop().create_future()
        self._open.add(answer)
        self._quiet.clear()
        answer.add_done_callback(self._over)
        self._put(priority, 1, payload, timeout, answer)
        return answer

    def _put(self, rank, attempt, payload, timeout, answer):
        self._line.put_nowait((rank, next(self._numbers), attempt, payload, timeout, answer))

    def _over(self, answer):
        self._open.discard(answer)
        if not self._open:
            self._quiet.set()

    async def join(self):
        await self._quiet.wait()

    async def close(self, drain=True):
        self._closed = True
        if drain:
            await self.join()
        for one in self._cooks:
            one.cancel()
        await asyncio.gather(*self._cooks, return_exceptions=True)
        while not self._line.empty():
            self._line.get_nowait()
            self._line.task_done()
        for answer in list(self._open):
            answer.cancel()

    async def _work(self):
        while True:
            rank, _, attempt, payload, timeout, answer = await self._line.get()
            try:
                if not answer.done():
                    await self._try(rank, attempt, payload, timeout, answer)
            finally:
                self._line.task_done()

    async def _try(self, rank, attempt, payload, timeout, answer):
        task = asyncio.create_task(self._bounded(payload, timeout))

        def hang_up(_):
            task.cancel()

        answer.add_done_callback(hang_up)
        try:
            await asyncio.wait([task])
        finally:
            answer.remove_done_callback(hang_up)
            task.cancel()
        if answer.done():
            return
        if task.cancelled():
            answer.cancel()
        elif task.exception() is None:
            answer.set_result(task.result())
        elif attempt < self._max:
            self._put(max(0, rank - 1), attempt + 1, payload, timeout, answer)
        else:
            answer.set_exception(task.exception())

    async def _bounded(self, payload, timeout):
        async with asyncio.timeout(timeout):
            return await self._cook(payload)
