"""The lock of case 19 against others: `python tests/benchmarks/bench_lock.py [--quick]`.

Ratios within one run, for absolute times depend on the machine: who is compared ran in turn. Peers
that aren't installed are left out, and named. Exit code 1 when a row misses its bound.
"""

import argparse
import fcntl
import importlib
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from itertools import pairwise
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from solutions.case19_crashed_holder import Lock  # noqa: E402

FORK = multiprocessing.get_context("fork")

Make = Callable[[Path], AbstractContextManager[Any]]
"""Opens the lock that belongs to this folder, in the process that is going to use it."""


class Row(NamedTuple):
    what: str
    value: float
    bound: float
    least: bool
    """Whether the bound is one from below."""

    @property
    def kept(self) -> bool:
        return self.value >= self.bound if self.least else self.value <= self.bound


# --- the locks ------------------------------------------------------------------------------------


def package() -> Any:
    for name in ("diskcache_community", "diskcache"):
        if find_spec(name):
            return importlib.import_module(name)
    sys.exit("needs diskcache-community or diskcache")


def office(folder: Path) -> Any:
    return package().Cache(str(folder), eviction_policy="none")


def ours(folder: Path) -> AbstractContextManager[Any]:
    return Lock(office(folder), "stock", expire=30)


def theirs(folder: Path) -> AbstractContextManager[Any]:
    lock: AbstractContextManager[Any] = package().Lock(office(folder), "stock", expire=30)
    return lock


def with_filelock(folder: Path) -> AbstractContextManager[Any]:
    lock: AbstractContextManager[Any] = importlib.import_module("filelock").FileLock(folder / "f")
    return lock


def with_portalocker(folder: Path) -> AbstractContextManager[Any]:
    module = importlib.import_module("portalocker")
    lock: AbstractContextManager[Any] = module.Lock(str(folder / "p"), timeout=3600)
    return lock


def with_fasteners(folder: Path) -> AbstractContextManager[Any]:
    module = importlib.import_module("fasteners")
    lock: AbstractContextManager[Any] = module.InterProcessLock(str(folder / "i"))
    return lock


def with_flock(folder: Path) -> AbstractContextManager[Any]:
    class Flock:
        def __enter__(self) -> None:
            self.file = os.open(folder / "flock", os.O_CREAT | os.O_RDWR)
            fcntl.flock(self.file, fcntl.LOCK_EX)

        def __exit__(self, *error: object) -> None:
            os.close(self.file)

    return Flock()


_inherited = FORK.Lock()


def with_multiprocessing(folder: Path) -> AbstractContextManager[Any]:
    return _inherited


PEERS: dict[str, tuple[str, Make]] = {
    "diskcache": ("", theirs),
    "filelock": ("filelock", with_filelock),
    "portalocker": ("portalocker", with_portalocker),
    "fasteners": ("fasteners", with_fasteners),
    "multiprocessing.Lock": ("", with_multiprocessing),
    "fcntl.flock": ("", with_flock),
}


def installed() -> dict[str, Make]:
    return {name: make for name, (module, make) in PEERS.items() if not module or find_spec(module)}


# --- measuring ------------------------------------------------------------------------------------


class Visits(NamedTuple):
    """What one process met with: how long it waited each time, and from when to when it was in."""

    waits: list[float]
    stays: list[tuple[float, float]]


def visit(make: Make, folder: Path, stay: float, until: float, report: Any) -> None:
    lock, waits, stays = make(folder), [], []
    while (asked := time.monotonic()) < until:
        with lock:
            came = time.monotonic()
            time.sleep(stay)
            left = time.monotonic()
        waits.append(came - asked)
        stays.append((came, left))
    report.put(Visits(waits, stays))


def crowd(make: Make, people: int, stay: float, seconds: float) -> list[Visits]:
    """So many processes, who all go in and out of one lock for so long."""
    with tempfile.TemporaryDirectory() as name:
        make(Path(name))  # so that nobody has to set up the store
        report = FORK.SimpleQueue()
        until = time.monotonic() + seconds
        given = (make, Path(name), stay, until, report)
        processes = [FORK.Process(target=visit, args=given) for _ in range(people)]
        return gather(processes, report)


def gather(processes: list[Any], report: Any) -> list[Visits]:
    for process in processes:
        process.start()
    found = [report.get() for _ in processes]
    for process in processes:
        process.join()
    return found


def entries(found: list[Visits]) -> int:
    return sum(len(each.waits) for each in found)


def jain(found: list[Visits]) -> float:
    """1: all got in equally often; 1/n: only one did."""
    counts = [len(each.waits) for each in found]
    return sum(counts) ** 2 / (len(counts) * sum(count**2 for count in counts))


def worst(found: list[Visits]) -> float:
    return max(wait for each in found for wait in each.waits)


# --- nobody waits ---------------------------------------------------------------------------------


def uncontended(rounds: int) -> dict[str, float]:
    """Median seconds for one way in and out, each lock in turn."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        locks = {peer: make(folder) for peer, make in installed().items()}
        locks["ours"] = ours(folder)
        times: dict[str, list[float]] = {peer: [] for peer in locks}
        for _ in range(rounds):
            for peer, lock in locks.items():
                start = time.perf_counter()
                for _ in range(50):
                    with lock:
                        pass
                times[peer].append((time.perf_counter() - start) / 50)
    return {peer: statistics.median(taken) for peer, taken in times.items()}


# --- many wait ------------------------------------------------------------------------------------


def idle(make: Make, people: int, seconds: float) -> tuple[float, float]:
    """What part of a core waiters use, and how long a `set()` of another key takes meanwhile."""
    with tempfile.TemporaryDirectory() as name, make(Path(name)):
        report = FORK.SimpleQueue()
        given = (make, Path(name), 0.0, time.monotonic() + 3600, report)
        processes: list[BaseProcess] = [
            FORK.Process(target=visit, args=given) for _ in range(people)
        ]
        for process in processes:
            process.start()
        time.sleep(1)  # all are waiting
        before = sum(map(used, processes))
        start = time.monotonic()
        took = unrelated(Path(name), seconds)
        share = (sum(map(used, processes)) - before) / (time.monotonic() - start)
        for process in processes:
            process.kill()
            process.join()
    return share, took


def used(process: BaseProcess) -> float:
    """Seconds of CPU of another process."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def unrelated(folder: Path, seconds: float) -> float:
    """Median seconds of a `set()`, fifty a second."""
    cache, taken = office(folder), []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        start = time.perf_counter()
        cache.set("crates", 1)
        taken.append(time.perf_counter() - start)
        time.sleep(0.02)
    return statistics.median(taken)


def hand_over(people: int, stay: float, seconds: float) -> float:
    """Median seconds between one holder and the next, where somebody always waits."""
    stays = sorted(stay for each in crowd(ours, people, stay, seconds) for stay in each.stays)
    return statistics.median(came - left for (_, left), (came, _) in pairwise(stays))


@contextmanager
def timed(what: str) -> Any:
    start = time.monotonic()
    print(f"{what} ...", end="", file=sys.stderr, flush=True)
    yield
    print(f" {time.monotonic() - start:.0f} s", file=sys.stderr)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="half a minute, and less exact")
    quick = parser.parse_args().quick
    rows: list[Row] = []
    missing = sorted(PEERS.keys() - installed().keys())

    with timed("uncontended"):
        pass_times = uncontended(20 if quick else 200)
        for peer in installed():
            ratio = pass_times[peer] / pass_times["ours"]
            bound = 1.0 if peer == "diskcache" else 0.0
            rows.append(Row(f"uncontended, x {peer}", ratio, bound, True))

    with timed("4 processes, stays of 1 ms"):
        seconds, turns = (2, 2) if quick else (4, 5)
        pairs = []
        for _ in range(turns):
            other = entries(crowd(theirs, 4, 0.001, seconds))
            pairs.append(entries(crowd(ours, 4, 0.001, seconds)) / other)
        rows.append(
            Row("4 processes, stays of 1 ms, x diskcache", statistics.median(pairs), 0.9, True)
        )
        for peer, make in installed().items():
            if peer != "diskcache" and not quick:
                ratio = entries(crowd(ours, 4, 0.001, 2)) / entries(crowd(make, 4, 0.001, 2))
                rows.append(Row(f"4 processes, stays of 1 ms, x {peer}", ratio, 0.0, True))

    with timed("8 processes, stays of 0.2 s"):
        found = crowd(ours, 8, 0.2, 6.4 if quick else 15)
        rows.append(Row("8 processes, stays of 0.2 s: worst wait, s", worst(found), 2.0, False))
        rows.append(Row("8 processes, stays of 0.2 s: Jain's index", jain(found), 0.99, True))
        if not quick:
            found = crowd(theirs, 8, 0.2, 15)
            rows.append(Row("   (diskcache: worst wait, s)", worst(found), 1e9, False))
            rows.append(Row("   (diskcache: Jain's index)", jain(found), 0.0, True))
        between = hand_over(3, 0.1, 3) * 1000
        rows.append(Row("hand-over after stays of 0.1 s, ms", between, 5.0, False))

    with timed("16 waiters"), tempfile.TemporaryDirectory() as name:
        seconds = 2 if quick else 5
        alone = unrelated(Path(name), seconds)
        share, took = idle(ours, 16, seconds)
        rows.append(Row("16 waiters, % of a core", share * 100, 15, False))
        rows.append(Row("a set() beside them, x as long", took / alone, 1.5, False))
        share, took = idle(theirs, 16, seconds)
        rows.append(Row("   (diskcache: % of a core)", share * 100, 1e9, False))
        rows.append(Row("   (diskcache: x as long)", took / alone, 1e9, False))

    for row in rows:
        limit = "" if row.bound in (0.0, 1e9) else f"{'>=' if row.least else '<='} {row.bound:g}"
        print(f"{row.what:45} {row.value:9.3f}  {limit:8} {'' if row.kept else 'missed'}")
    if missing:
        print(f"not installed, left out: {', '.join(missing)}")
    return 0 if all(row.kept for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
