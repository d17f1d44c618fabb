"""Case 12: one stuck order, a dead kitchen.

A cook takes one job after the other, tells the board, and takes the next. One job hangs, and its
cook hangs with it. Another one raises an error, and its cook is gone.

Mend `serve`. `jobs` yields jobs as they come, and then ends; each has a `payload` and a `timeout`
in seconds. `await cook(job.payload)` cooks it. Tell each outcome with a plain call:
`board.done(job)`, `board.late(job)` or `board.failed(job, error)`. What is promised:
- every job is told once; first come, first served; never more than `workers` are cooked at once;
- a job that runs past its own `timeout` is cut (its cook call cancelled) within 20 ms, and told
  late; the timeout counts from the job's own start, not from its arrival in line;
- a job that raises any `Exception` is told failed, with that very exception; the cook goes on;
- a TimeoutError that the job raises by itself is an error like any other: failed, not late;
- nobody is held up: all is told within (last arrival) + (sum of the jobs' times, cut ones counted
  by their timeout) / workers + (the longest one) + 0.05 s;
- `serve` returns when all is told (within 0.5 s), and leaves nothing running. Cancelled, it ends
  within 20 ms, with all that it was cooking.
One job swallows its cancellation and goes on for a second. It can't be stopped: told once, as done
or late, is enough, as long as the others are told too.

Leave the name and the arguments of `serve` alone.
"""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from typing import Any


async def serve(
    jobs: AsyncIterable[Any],
    cook: Callable[[object], Awaitable[None]],
    board: Any,
    workers: int,
) -> None:
    """Cook all jobs, first come, first served, and tell what became of each."""
    line: asyncio.Queue[Any] = asyncio.Queue()

    async def work() -> None:
        while True:
            job = await line.get()
            await cook(job.payload)
            board.done(job)
            line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for job in jobs:
        line.put_nowait(job)
    await line.join()
    for one in cooks:
        one.cancel()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 12`
    __import__("kitchen").run(__file__)
