# mistake: retry-refused
"""Retries are put in by the function that refuses everything once it is closed."""

import asyncio
import heapq


class Dispatcher:
    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self._cook, self._most, self._max_attempts = cook, min(workers, limit), max_attempts
        self._line = []
        self._seq = 0
        self._hired = set()
        self._open = set()
        self._hang_up = {}
        self._closed = False

    async def __aenter__(self):
        return self

    async def __aexit__(self, kind, value, trace):
        await self.close(kind is None)

    def submit(self, payload, *, priority, timeout):
        if self._closed:
            raise RuntimeError("closed")
        answer = asyncio.get_running_loop().create_future()
        self._open.add(answer)

        def over(_):
            self._open.discard(answer)
            if answer in self._hang_up:
                self._hang_up[answer].cancel()

        answer.add_done_callback(over)
        self._push(priority, [answer, payload, timeout, 0])
        return answer

    def _push(self, rank, job):
        if self._closed:
            raise RuntimeError("closed")
        self._seq += 1
        heapq.heappush(self._line, (rank, self._seq, job))
        if len(self._hired) < self._most:
            one = asyncio.create_task(self._shift())
            self._hired.add(one)
            one.add_done_callback(self._gone)

    def _gone(self, one):
        self._hired.discard(one)
        if self._line and len(self._hired) < self._most:
            again = asyncio.create_task(self._shift())
            self._hired.add(again)
            again.add_done_callback(self._gone)

    async def _shift(self):
        while self._line:
            rank, _, job = heapq.heappop(self._line)
            answer, payload, timeout, made = job
            if answer.done():
                continue
            job[3] += 1
            dish = asyncio.create_task(self._cook(payload))
            self._hang_up[answer] = dish
            done, late = await asyncio.wait([dish], timeout=timeout)
            if late:
                dish.cancel()
                await asyncio.wait([dish])
            del self._hang_up[answer]
            if answer.done():
                continue
            error = TimeoutError("late") if late or dish.cancelled() else dish.exception()
            if not error:
                answer.set_result(dish.result())
            elif job[3] < self._max_attempts:
                self._push(rank - 1 if rank else 0, job)
            else:
                answer.set_exception(error)

    async def join(self):
        while self._open:
            await asyncio.wait(list(self._open))

    async def close(self, drain=True):
        self._closed = True
        if not drain:
            for answer in list(self._open):
                answer.cancel()
        await self.join()
        while self._hired:
            await asyncio.wait(list(self._hired))
