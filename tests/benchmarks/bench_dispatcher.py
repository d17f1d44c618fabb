"""The dispatcher's speed, as ratios within one run: `python tests/benchmarks/bench_dispatcher.py`.

Jobs that do nothing, so that what is measured is the dispatcher alone; a timeout of 30 s each.
Compared, in turn, round by round: `gather` over one task per job (no limit, no timeout, no order),
and the plain line (a PriorityQueue, workers, `wait_for` round each job, a future per answer).
"""

import argparse
import asyncio
import gc
import os
import statistics
import sys
import time
import tracemalloc
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from solutions.case13_dispatcher import Dispatcher

JOBS = 20_000
WORKERS = 100


class Row(NamedTuple):
    what: str
    value: float
    bound: float
    at_least: bool = True
    unit: str = "x"


async def noop(payload: int) -> int:
    return payload


async def gathered(jobs: int) -> None:
    await asyncio.gather(*(noop(job) for job in range(jobs)))


async def dispatched(jobs: int) -> None:
    async with Dispatcher(noop, workers=WORKERS, limit=WORKERS) as dispatcher:
        await asyncio.gather(
            *(dispatcher.submit(job, priority=job % 5, timeout=30) for job in range(jobs))
        )


async def dispatched_unawaited(jobs: int) -> None:
    async with Dispatcher(noop, workers=WORKERS, limit=WORKERS) as dispatcher:
        for job in range(jobs):
            dispatcher.submit(job, priority=job % 5, timeout=30)
        await dispatcher.join()


async def plain(jobs: int) -> None:
    line: asyncio.PriorityQueue[tuple[int, int, int, asyncio.Future[int]]] = asyncio.PriorityQueue()
    loop, arrivals = asyncio.get_running_loop(), count()

    async def work() -> None:
        while True:
            _, _, job, answer = await line.get()
            try:
                answer.set_result(await asyncio.wait_for(noop(job), 30))
            finally:
                line.task_done()

    workers = [asyncio.create_task(work()) for _ in range(WORKERS)]
    answers = []
    for job in range(jobs):
        answers.append(loop.create_future())
        line.put_nowait((job % 5, next(arrivals), job, answers[-1]))
    await asyncio.gather(*answers)
    await line.join()
    for worker in workers:
        worker.cancel()


def timed(main: Callable[[int], Awaitable[None]], jobs: int) -> float:
    async def measured() -> float:
        gc.collect()
        start = time.perf_counter()
        await main(jobs)
        return time.perf_counter() - start

    return asyncio.run(measured())


async def _waiting(jobs: int) -> tuple[float, float]:
    """Bytes for each job in line, and seconds for all of them to come in."""
    async with Dispatcher(noop, workers=1, limit=1) as dispatcher:
        gc.collect()
        tracemalloc.start()
        before, start = tracemalloc.get_traced_memory()[0], time.perf_counter()
        answers = [dispatcher.submit(job, priority=job % 5, timeout=30) for job in range(jobs)]
        seconds = time.perf_counter() - start
        after = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        assert dispatcher.stats.waiting == jobs
        for answer in answers:
            answer.cancel()
    return (after - before) / jobs, seconds


def compared(times: int) -> list[Row]:
    mains = (gathered, dispatched, dispatched_unawaited, plain)
    for main in mains:
        timed(main, JOBS // 10)
    rounds = [[timed(main, JOBS) for main in mains] for _ in range(times)]

    def ratio(one: int, other: int) -> float:
        return statistics.median(seconds[one] / seconds[other] for seconds in rounds)

    return [
        Row("gather without timeouts / dispatcher, all answers awaited", ratio(0, 1), 1.0),
        Row("gather without timeouts / dispatcher, none awaited", ratio(0, 2), 2.0),
        Row("PriorityQueue and wait_for / dispatcher, all awaited", ratio(3, 1), 1.5),
    ]


def memory() -> list[Row]:
    size, _ = asyncio.run(_waiting(100_000))
    return [Row("memory of a waiting job", size, 1000, at_least=False, unit="B")]


def depth(jobs: int) -> list[Row]:
    many, few = timed(dispatched_unawaited, jobs) / jobs, timed(dispatched_unawaited, JOBS) / JOBS
    what = f"a job among {jobs:,} / a job among {JOBS:,}"
    return [Row(what, many / few, 3, at_least=False)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=7, metavar="N", help="rounds")
    parser.add_argument("--depth", type=int, default=1_000_000, metavar="N", help="the long line")
    arguments = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for row in (*compared(arguments.times), *memory(), *depth(arguments.depth)):
        good = row.value >= row.bound if row.at_least else row.value <= row.bound
        verdict, sign = ("ok" if good else "missed"), (">=" if row.at_least else "<=")
        print(f"  {verdict:<7}{row.what:<58}{row.value:8.2f} {row.unit:<2} ({sign} {row.bound:g})")


if __name__ == "__main__":
    main()
