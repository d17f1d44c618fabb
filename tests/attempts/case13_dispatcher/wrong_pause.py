# mistake: retry-comes-late
"""A pause before each retry, which then isn't in the line."""

import asyncio
import bisect


class Gate:
    def __init__(self, places):
        self.free = places
        self.waiting = []
        self.number = 0

    async def enter(self, rank):
        self.number += 1
        entry = (rank, self.number, asyncio.get_running_loop().create_future())
        bisect.insort(self.waiting, entry)
        self.grant()
        try:
            await entry[2]
        except asyncio.CancelledError:
            if entry in self.waiting:
                self.waiting.remove(entry)
            if not entry[2].cancelled():
                self.leave()
            raise

    def leave(self):
        self.free += 1
        self.grant()

    def grant(self):
        while self.free and self.waiting:
            turn = self.waiting.pop(0)[2]
            if not turn.done():
                self.free -= 1
                turn.set_result(None)


class Dispatcher:
    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self._cook, self._max_attempts = cook, max_attempts
        self._gate = Gate(min(workers, limit))
        self._open = set()
        self._closed = False

    async def __aenter__(self):
        return self

    async def __aexit__(self, kind, *rest):
        await self.close(drain=kind is None)

    def submit(self, payload, *, priority, timeout):
        if self._closed:
            raise RuntimeError("the dispatcher is closed")
        task = asyncio.get_running_loop().create_task(self._job(payload, priority, timeout))
        self._open.add(task)
        task.add_done_callback(self._open.discard)
        task.add_done_callback(lambda t: t.cancelled() or t.exception())
        return task

    async def _job(self, payload, rank, timeout):
        for attempt in range(1, self._max_attempts + 1):
            await self._gate.enter(rank)
            try:
                async with asyncio.timeout(timeout):
                    return await self._cook(payload)
            except Exception:
                if attempt == self._max_attempts:
                    raise
                rank = max(0, rank - 1)
            finally:
                self._gate.leave()
            await asyncio.sleep(0.05 * attempt)

    async def join(self):
        while self._open:
            await asyncio.wait(self._open)

    async def close(self, drain=True):
        self._closed = True
        if not drain:
            for task in list(self._open):
                task.cancel()
        await self.join()
