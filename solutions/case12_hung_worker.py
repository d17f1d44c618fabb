"""Case 12, solved: a job that hangs, or fails, costs its own time and nobody else's.

Every attempt runs under `asyncio.timeout`, which hangs the job up by cancelling it. Whether a
TimeoutError is the limit's or the job's own is asked of the timeout itself (`expired()`), never
guessed from the error. Whatever a job raises is told and goes no further, so the cook lives on.

Trade-offs:
- Python can't stop a job that won't be stopped. One that swallows its cancellation keeps its cook
  until it ends by itself; then it is told as what it did (done, if it gave a dish). `serve` waits
  for it: a job that goes on behind your back, on a line believed free, is worse.
- A job that blocks its thread (`time.sleep`, a driver that isn't asynchronous) can't be cut at all,
  and stops every other job and every timeout. Give it to a thread or a process (case 02): a process
  can be killed, a thread can't.
- The timeout bounds the job, not the wait in line: who must answer by a given time has to count the
  line too (case 15).
- The line has no bound: whoever sends jobs faster than they are served fills the memory (case 05).
- A timeout costs about as much as the rest of the line together; case 13 has a cheaper one.

Cost per job: O(1) for the line, O(log n) for the timer among n timers.
"""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from typing import Protocol


class Job(Protocol):
    """What comes in: something to cook, and the seconds that it may take."""

    @property
    def payload(self) -> object: ...
    @property
    def timeout(self) -> float: ...


class Board(Protocol):
    """Where the outcome of each job is told, once. All three are plain calls."""

    def done(self, job: Job) -> None: ...
    def late(self, job: Job) -> None: ...
    def failed(self, job: Job, error: BaseException) -> None: ...


async def serve(
    jobs: AsyncIterable[Job],
    cook: Callable[[object], Awaitable[None]],
    board: Board,
    workers: int,
) -> None:
    """Cook the jobs, first come, first served, `workers` at once; tell each outcome.

    Returns when all is told. Cancelled, it hangs up what is being cooked, and tells nothing more.
    """
    if workers < 1:
        raise ValueError(f"nobody would cook: workers={workers}")
    line: asyncio.Queue[Job] = asyncio.Queue()

    async def work() -> None:
        while True:
            job = await line.get()
            await attempt(job, cook, board)
            line.task_done()

    async with asyncio.TaskGroup() as group:
        cooks = [group.create_task(work()) for _ in range(workers)]
        async for job in jobs:
            line.put_nowait(job)
        await line.join()
        for one in cooks:
            one.cancel()


async def attempt(job: Job, cook: Callable[[object], Awaitable[None]], board: Board) -> None:
    """One job, told as what became of it. Raises only if the cook itself was cancelled."""
    try:
        async with asyncio.timeout(job.timeout) as limit:
            await cook(job.payload)
    except TimeoutError as error:
        if limit.expired():
            board.late(job)
        else:
            board.failed(job, error)
    except Exception as error:
        board.failed(job, error)
    except asyncio.CancelledError as error:
        me = asyncio.current_task()
        if me is None or me.cancelling():
            raise
        board.failed(job, error)  # nobody cancelled this cook: it came out of the job
    else:
        board.done(job)
