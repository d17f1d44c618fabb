# mistake: alarm-goes-on
"""The alarm of an attempt is never taken back: it cuts what the cook has in hand by then."""

import asyncio
import heapq
from itertools import count


class Dispatcher:
    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self._cook = cook
        self._places = min(workers, limit)
        self._max_attempts = max_attempts
        self._heap = []
        self._arrival = count()
        self._cond = asyncio.Condition()
        self._open = set()
        self._closed = False
        self._idle = []

    async def __aenter__(self):
        self._crew = [asyncio.create_task(self._work()) for _ in range(self._places)]
        return self

    async def __aexit__(self, exc_type, exc, tb):
        await self.close(drain=exc_type is None)

    def submit(self, payload, *, priority, timeout):
        if self._closed:
            raise RuntimeError("closed")
        answer = asyncio.get_running_loop().create_future()
        self._open.add(answer)
        answer.add_done_callback(self._open.discard)
        self._push(priority, payload, timeout, answer, 1)
        return answer

    def _push(self, priority, payload, timeout, answer, attempt):
        heapq.heappush(
            self._heap, (priority, next(self._arrival), payload, timeout, answer, attempt)
        )
        self._wake()

    def _wake(self):
        while self._idle:
            waiter = self._idle.pop(0)
            if not waiter.done():
                waiter.set_result(None)
                return

    async def _next(self):
        while True:
            while self._heap:
                job = heapq.heappop(self._heap)
                if not job[4].done():
                    return job
            waiter = asyncio.get_running_loop().create_future()
            self._idle.append(waiter)
            await waiter

    async def _work(self):
        now = [None]
        while True:
            priority, number, payload, timeout, answer, attempt = await self._next()
            task = asyncio.ensure_future(self._cook(payload))
            hang_up = lambda _, task=task: task.cancel()  # noqa: E731
            answer.add_done_callback(hang_up)
            now[0] = task
            asyncio.get_running_loop().call_later(timeout, lambda: now[0].cancel())
            try:
                done, _ = await asyncio.wait({task})
            finally:
                answer.remove_done_callback(hang_up)
                task.cancel()
            if not done:
                error = TimeoutError()
            elif task.cancelled():
                error = TimeoutError()
            else:
                error = task.exception()
            if answer.done():
                continue
            if error is None:
                answer.set_result(task.result())
            elif attempt < self._max_attempts:
                self._push(max(0, priority - 1), payload, timeout, answer, attempt + 1)
            else:
                answer.set_exception(error)

    async def join(self):
        while self._open:
            await asyncio.wait(self._open)

    async def close(self, drain=True):
        self._closed = True
        if drain:
            await self.join()
        for answer in list(self._open):
            answer.cancel()
        for one in self._crew:
            one.cancel()
        await asyncio.gather(*self._crew, return_exceptions=True)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 13`
    __import__("kitchen").run(__file__)
