"""Case 13: build it whole.

The line of case 11 and the timeout of case 12 are here. But what fails is never tried again,
`limit` is not looked at, and whoever waits when the kitchen closes waits for ever.

Finish `Dispatcher`. It is used as `async with Dispatcher(cook, workers=5, limit=2) as d:`, with
`d.submit(payload, priority=1, timeout=0.2)`, `await d.join()` and `await d.close(drain=True)`.
In service, it is promised:
- the answer (a Future or a Task) is what `cook(payload)` returned, or the error of the last
  attempt: TimeoutError, if that one ran past `timeout`. Each attempt has the whole `timeout`;
- priorities are 0 (urgent) and up; whenever a place is free the lowest is next, ties by arrival;
- an attempt that fails or runs out of time is made again, `max_attempts` in all: the job goes back
  into the line at once, one step more urgent, never past 0, at the end of its new rank;
- never more than min(workers, limit) are cooking, never fewer while jobs wait (20 ms are free);
- cancelling the answer withdraws the job: not begun, or hung up at once, never tried again; it
  costs no cook;
- `join` returns when all that was accepted is settled, retries included.
When it closes:
- `close()` finishes what was accepted, retries included. `close(drain=False)` ends at once and
  settles every answer: cancelled, or any exception;
- leaving the block drains; leaving it by an exception does not;
- `submit` after `close` raises RuntimeError; a second `close` is harmless (leaving the block after
  `close(drain=False)` is one); nothing is left running.

Leave the names and the arguments alone.
"""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any


class Dispatcher:
    def __init__(
        self,
        cook: Callable[[Any], Awaitable[Any]],
        *,
        workers: int,
        limit: int,
        max_attempts: int = 3,
    ) -> None:
        self._cook, self._workers = cook, workers
        self._limit, self._max_attempts = limit, max_attempts
        self._line: asyncio.PriorityQueue[Any] = asyncio.PriorityQueue()
        self._arrivals = count()

    async def __aenter__(self) -> "Dispatcher":
        self._cooks = [asyncio.create_task(self._work()) for _ in range(self._workers)]
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    def submit(self, payload: Any, *, priority: int, timeout: float) -> asyncio.Future[Any]:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._line.put_nowait((priority, next(self._arrivals), payload, timeout, answer))
        return answer

    async def join(self) -> None:
        await self._line.join()

    async def close(self, drain: bool = True) -> None:
        for one in self._cooks:
            one.cancel()

    async def _work(self) -> None:
        while True:
            _, _, payload, timeout, answer = await self._line.get()
            try:
                async with asyncio.timeout(timeout):
                    answer.set_result(await self._cook(payload))
            except Exception as error:
                answer.set_exception(error)
            finally:
                self._line.task_done()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 13`
    __import__("kitchen").run(__file__)
