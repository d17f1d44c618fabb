"""Gates, as ratios within one run: `python tests/benchmarks/bench_gates.py [--times N] [--full]`.

The solution of case 16 against `asyncio.Semaphore` and, where they are installed, against peers.
Absolute times depend on the machine; what is compared here ran in turn, pair by pair. CPU time of
this process, garbage collected before each run. Exit code 1 when a row misses its bound.
"""

import argparse
import asyncio
import gc
import importlib.util
import random
import statistics
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from solutions.case16_ageing import PrioritySemaphore  # noqa: E402

Work = Callable[[], Coroutine[Any, Any, None]]


class Row(NamedTuple):
    what: str
    value: float
    bound: float
    least: bool
    """Whether the bound is one from below."""

    @property
    def kept(self) -> bool:
        return self.value >= self.bound if self.least else self.value <= self.bound


def cpu(work: Work) -> float:
    """Seconds of CPU that a coroutine takes on a fresh loop."""

    async def timed() -> float:
        gc.collect()
        start = time.process_time()
        await work()
        return time.process_time() - start

    return asyncio.run(timed())


def speed(ours: Work, theirs: Work, times: int) -> float:
    """How many times as fast as theirs ours is: the median of pairs that ran in turn."""
    cpu(ours), cpu(theirs)
    pairs = []
    for _ in range(times):
        other = cpu(theirs)
        pairs.append(other / cpu(ours))
    return statistics.median(pairs)


# --- nobody waits ---------------------------------------------------------------------------------


def passing(count: int) -> tuple[Work, Work]:
    async def ours() -> None:
        gate = PrioritySemaphore(5)
        for _ in range(count):
            async with gate.acquire(1):
                pass

    async def theirs() -> None:
        gate = asyncio.Semaphore(5)
        for _ in range(count):
            async with gate:
                pass

    return ours, theirs


def passing_anyio(count: int) -> Work:
    async def theirs() -> None:
        import anyio

        gate = anyio.CapacityLimiter(5)
        for _ in range(count):
            async with gate:
                pass

    return theirs


# --- a line that is drained -----------------------------------------------------------------------


async def _drain(visit: Callable[[int], Coroutine[Any, Any, None]], count: int) -> None:
    await asyncio.gather(*(visit(n) for n in range(count)))


def draining(count: int, ranks: int) -> tuple[Work, Work]:
    async def ours() -> None:
        gate = PrioritySemaphore(5)

        async def visit(n: int) -> None:
            async with gate.acquire(n * 7919 % ranks):
                await asyncio.sleep(0)

        await _drain(visit, count)

    async def theirs() -> None:
        gate = asyncio.Semaphore(5)

        async def visit(n: int) -> None:
            async with gate:
                await asyncio.sleep(0)

        await _drain(visit, count)

    return ours, theirs


def draining_anyio(count: int) -> Work:
    async def theirs() -> None:
        import anyio

        gate = anyio.CapacityLimiter(5)

        async def visit(n: int) -> None:
            async with gate:
                await asyncio.sleep(0)

        await _drain(visit, count)

    return theirs


# --- patience that ends ---------------------------------------------------------------------------


def expiring(count: int) -> tuple[Work, Work]:
    """All wait behind one who never leaves; then patience ends, in another order than they came."""
    draw = random.Random(1)
    ttls = [count / 10_000 * (0.6 + 0.2 * draw.random()) for _ in range(count)]

    async def ours() -> None:
        gate = PrioritySemaphore(1)

        async def visit(n: int) -> None:
            try:
                async with gate.acquire(n % 10, ttls[n]):
                    raise AssertionError("nobody should get in")
            except TimeoutError:
                pass

        async with gate.acquire(0):
            await _drain(visit, count)

    async def theirs() -> None:
        gate = asyncio.Semaphore(1)

        async def visit(n: int) -> None:
            try:
                await asyncio.wait_for(gate.acquire(), ttls[n])
                raise AssertionError("nobody should get in")
            except TimeoutError:
                pass

        async with gate:
            await _drain(visit, count)

    return ours, theirs


def growth(times: int, few: int, many: int) -> float:
    """Cost per expiring waiter, many against few."""
    small = statistics.median(cpu(expiring(few)[0]) for _ in range(times))
    large = statistics.median(cpu(expiring(many)[0]) for _ in range(times))
    return (large / many) / (small / few)


def rows(times: int, full: bool) -> list[Row]:
    found = [Row("free place: asyncio.Semaphore / ours", speed(*passing(50_000), times), 1.0, True)]
    for count in (10_000, 100_000):
        for ranks in (10, count):
            said = "10 priorities" if ranks == 10 else "all different"
            what = f"drain {count}, {said}: asyncio.Semaphore / ours"
            ratio = speed(*draining(count, ranks), times if count == 10_000 else 3)
            found.append(Row(what, ratio, 0.7, True))
    if importlib.util.find_spec("anyio"):
        ours, _ = passing(20_000)
        ratio = speed(ours, passing_anyio(20_000), times)
        found.append(Row("free place: anyio.CapacityLimiter / ours", ratio, 1.0, True))
        ours, _ = draining(10_000, 1_000)
        ratio = speed(ours, draining_anyio(10_000), times)
        found.append(Row("drain 10000: anyio.CapacityLimiter / ours", ratio, 0.7, True))
    found.append(
        Row("30000 → 100000 expire: cost for each", growth(3, 30_000, 100_000), 1.6, False)
    )
    if full:
        ratio = 1 / speed(*expiring(30_000), 1)
        found.append(Row("30000 expire: ours / Semaphore with wait_for", ratio, 0.25, False))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--full", action="store_true", help="with the slow comparison, a minute")
    chosen = parser.parse_args()
    found = rows(chosen.times, chosen.full)
    for row in found:
        sign = "at least" if row.least else "at most"
        print(
            f"{'  ' if row.kept else '! '}{row.what:<56} {row.value:6.2f}  ({sign} {row.bound:g})"
        )
    return 0 if all(row.kept for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
