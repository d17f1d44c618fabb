# remark: polling
"""A supervisor that looks every 5 ms, and has nothing to do for a long time."""

import asyncio


class Dispatcher:
    TICK = 0.005

    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self._cook = cook
        self._places = min(workers, limit)
        self._max = max_attempts
        self._waiting = []
        self._inside = {}
        self._answers = []
        self._number = 0
        self._closed = False

    async def __aenter__(self):
        self._loop_task = asyncio.ensure_future(self._supervise())
        return self

    async def __aexit__(self, t, e, tb):
        await self.close(drain=t is None)

    def submit(self, payload, *, priority, timeout):
        if self._closed:
            raise RuntimeError("closed")
        answer = asyncio.get_running_loop().create_future()
        self._answers.append(answer)
        self._line_up(priority, payload, timeout, answer, 0)
        return answer

    def _line_up(self, rank, payload, timeout, answer, made):
        self._number += 1
        self._waiting.append((rank, self._number, payload, timeout, answer, made))

    def _look(self):
        loop = asyncio.get_running_loop()
        for task, (rank, payload, timeout, answer, made, end) in list(self._inside.items()):
            if answer.done() and not task.done():
                task.cancel()
            elif not task.done() and loop.time() >= end:
                task.cancel()
            if not task.done():
                continue
            del self._inside[task]
            if task.cancelled():
                error = TimeoutError()
            else:
                error = task.exception()
            if answer.done():
                continue
            if error is None:
                answer.set_result(task.result())
            elif made + 1 < self._max:
                self._line_up(max(0, rank - 1), payload, timeout, answer, made + 1)
            else:
                answer.set_exception(error)
        self._answers = [a for a in self._answers if not a.done()]
        self._waiting = [w for w in self._waiting if not w[4].done()]
        self._waiting.sort(key=lambda w: w[:2])
        while self._waiting and len(self._inside) < self._places:
            rank, _, payload, timeout, answer, made = self._waiting.pop(0)
            task = asyncio.ensure_future(self._cook(payload))
            self._inside[task] = (rank, payload, timeout, answer, made, loop.time() + timeout)

    async def _supervise(self):
        while True:
            self._look()
            await asyncio.sleep(self.TICK)

    async def join(self):
        while any(not a.done() for a in self._answers):
            await asyncio.sleep(self.TICK)

    async def close(self, drain=True):
        self._closed = True
        if drain:
            await self.join()
        for answer in self._answers:
            answer.cancel()
        self._loop_task.cancel()
        for task in self._inside:
            task.cancel()
        await asyncio.gather(self._loop_task, *self._inside, return_exceptions=True)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 13`
    __import__("kitchen").run(__file__)
