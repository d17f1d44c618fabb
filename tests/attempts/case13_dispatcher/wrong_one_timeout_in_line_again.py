# mistake: one-timeout-over-all
"""One timeout round all attempts, and round the line between two of them."""

import asyncio
import heapq
from itertools import count


class Dispatcher:
    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self._cook, self._free, self._max = cook, min(workers, limit), max_attempts
        self._heap, self._seq, self._jobs, self._shut = [], count(), set(), False

    async def __aenter__(self):
        return self

    async def __aexit__(self, kind, error, trace):
        await self.close(drain=kind is None)

    def submit(self, payload, *, priority, timeout):
        if self._shut:
            raise RuntimeError("closed")
        job = asyncio.create_task(self._run(payload, priority, timeout))
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)
        return job

    async def _enter(self, rank):
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._heap, (rank, next(self._seq), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave()
            raise

    def _leave(self):
        while self._heap:
            turn = heapq.heappop(self._heap)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    async def _run(self, payload, rank, timeout):
        await self._enter(rank)
        inside = True
        try:
            async with asyncio.timeout(timeout):
                for left in reversed(range(self._max)):
                    try:
                        return await self._cook(payload)
                    except Exception:
                        if not left:
                            raise
                    rank = max(rank - 1, 0)
                    self._leave()
                    inside = False
                    await self._enter(rank)
                    inside = True
        finally:
            if inside:
                self._leave()

    async def join(self):
        while self._jobs:
            await asyncio.wait(self._jobs)

    async def close(self, drain=True):
        self._shut = True
        if not drain:
            for job in self._jobs:
                job.cancel()
        await self.join()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 13`
    __import__("kitchen").run(__file__)
