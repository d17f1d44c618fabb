# mistake: join-raises
"""join gathers the answers, and raises what the first of them raised."""

import asyncio
from itertools import count


class Dispatcher:
    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self._cook, self._many, self._max_attempts = cook, min(workers, limit), max_attempts
        self._line = asyncio.PriorityQueue()
        self._arrivals = count()
        self._answers = set()
        self._closed = False

    async def __aenter__(self):
        self._cooks = [asyncio.create_task(self._work()) for _ in range(self._many)]
        return self

    async def __aexit__(self, kind, error, trace):
        await self.close(drain=kind is None)

    def submit(self, payload, *, priority, timeout):
        if self._closed:
            raise RuntimeError("Dispatcher is closed")
        answer = asyncio.get_running_loop().create_future()
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)
        self._enqueue(priority, payload, timeout, answer, 1)
        return answer

    def _enqueue(self, priority, *rest):
        self._line.put_nowait((priority, next(self._arrivals), *rest))

    async def _work(self):
        while True:
            priority, _, payload, timeout, answer, attempt = await self._line.get()
            try:
                if answer.done():
                    continue
                call = asyncio.ensure_future(self._cook(payload))

                def hang_up(_, call=call):
                    call.cancel()

                answer.add_done_callback(hang_up)
                try:
                    await asyncio.wait([call], timeout=timeout)
                    late = not call.done()
                finally:
                    if not call.done():
                        call.cancel()
                        await asyncio.wait([call])
                answer.remove_done_callback(hang_up)
                if answer.done():
                    continue
                if late or call.cancelled():
                    error = TimeoutError()
                else:
                    error = call.exception()
                if error is None:
                    answer.set_result(call.result())
                elif attempt >= self._max_attempts:
                    answer.set_exception(error)
                else:
                    self._enqueue(max(priority - 1, 0), payload, timeout, answer, attempt + 1)
            finally:
                self._line.task_done()

    async def join(self):
        while self._answers:
            await asyncio.gather(*self._answers)

    async def close(self, drain=True):
        self._closed = True
        if drain:
            await self.join()
        for answer in list(self._answers):
            answer.cancel()
        for one in self._cooks:
            one.cancel()
        await asyncio.gather(*self._cooks, return_exceptions=True)
