"""Speed, as ratios within one run: `python tests/benchmarks/bench.py [--times N]`.

Absolute times depend on the machine and its other guests; what is compared here ran in turn, pair
by pair, within seconds. Each row tells the measured value and the bound it should keep.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from kitchen import catalog  # noqa: E402
from kitchen.case import Service  # noqa: E402
from kitchen.cases import case07_semaphore as case07  # noqa: E402
from kitchen.judge.engine import AttemptSource, Engine  # noqa: E402
from kitchen.world.script import SUPPLIER, Begin  # noqa: E402
from kitchen.world.supplier import Conditions  # noqa: E402
from tests import terminal  # noqa: E402

SOLUTION = ROOT / "solutions" / "case07_semaphore.py"
ANYIO = ROOT / "tests" / "attempts" / "case07_semaphore" / "right_anyio_limiter.py"


class Row(NamedTuple):
    what: str
    value: float
    bound: float
    unit: str = ""


def kitchen(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "kitchen", *arguments]


def timed(command: list[str]) -> float:
    """Seconds of wall time that a command takes."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "KITCHEN_PROGRESS": "off"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody compiles the lab anew each time
    start = time.perf_counter()
    subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


def paired(one: list[str], other: list[str], times: int) -> tuple[float, float, float]:
    """Medians of both commands, run in turn, and the median of their ratio."""
    timed(one), timed(other)
    pairs = [(timed(one), timed(other)) for _ in range(times)]
    return (
        statistics.median(a for a, _ in pairs),
        statistics.median(b for _, b in pairs),
        statistics.median(a / b for a, b in pairs),
    )


def starting(times: int) -> list[Row]:
    bare = [sys.executable, "-c", "pass"]
    *_, help_ratio = paired(kitchen("--help"), bare, times)
    *_, list_ratio = paired(kitchen("list"), bare, times)
    *_, menu_ratio = paired(kitchen(), bare, times)
    return [
        Row("--help / bare Python", help_ratio, 3),
        Row("list / bare Python", list_ratio, 8),
        Row("the menu / bare Python", menu_ratio, 8),
    ]


def learning(times: int) -> list[Row]:
    """What a learner asks for between two saves, and how long a save waits for its verdict."""
    rows = []
    for command in ("hint", "read", "reset"):
        seconds = statistics.median(timed(kitchen(command, "7")) for _ in range(times))
        rows.append(Row(f"{command} 7, whole command", seconds, 0.3, "s"))
    with tempfile.TemporaryDirectory() as folder:
        file = terminal.workspace(Path(folder)) / "lab" / "cases" / SOLUTION.name
        with terminal.at_terminal(Path(folder), "watch", "7", rows=40, columns=100) as watched:
            watched.until("checks fail")
            seconds = statistics.median(
                _until_verdict(watched, file, source, word)
                for _ in range(times)
                for source, word in ((terminal.SOLUTION, "passes"), (terminal.SHIPPED, "fail"))
            )
    return [*rows, Row("watch 7, from save to verdict", seconds, 0.5, "s")]


def _until_verdict(watched: terminal.Terminal, file: Path, source: str, word: str) -> float:
    start = time.perf_counter()
    file.write_text(source)
    watched.until(f"{word} at")
    return time.perf_counter() - start


def checking(times: int) -> list[Row]:
    check = kitchen("check", "7", "--file", str(SOLUTION))
    real = kitchen("run", "7", "--real", "--file", str(SOLUTION))
    seconds, _, ratio = paired(check, real, times)
    rows = [
        Row(f"check 7 ({case07.CASE.services} services) / one real-time run", ratio, 1),
        Row("check 7, whole command", seconds, 0.35, "s"),
    ]
    if subprocess.run([sys.executable, "-c", "import anyio"], stderr=subprocess.DEVNULL).returncode:
        return rows
    anyio = statistics.median(
        timed(kitchen("check", "7", "--file", str(ANYIO))) for _ in range(times)
    )
    return [*rows, Row("check 7 of an attempt that imports anyio", anyio, 0.6, "s")]


def every_check(times: int) -> list[Row]:
    """The whole command for each further case, its solution graded."""
    rows = []
    for listed in catalog.listed()[1:]:
        solution = ROOT / "solutions" / f"{listed.stem}.py"
        command = kitchen("check", str(listed.number), "--file", str(solution))
        seconds = statistics.median(timed(command) for _ in range(max(3, times // 3)))
        what = f"check {listed.number} ({listed.load().services} services), whole command"
        rows.append(Row(what, seconds, 3.0 if listed.part == 4 else 1.5, "s"))
    return rows


def order(count: int) -> Service:
    begin = Begin("restock", (SUPPLIER, list(range(1, count + 1))))
    return Service(1, "even", "", case07.ENTRY, Conditions(), ((begin,),))


def serving(times: int) -> list[Row]:
    with Engine(lanes=1) as engine:
        engine.take(AttemptSource("s.py", "case07_semaphore", SOLUTION.read_bytes()))
        serve: Callable[[int], float] = lambda count: _served(engine, count)  # noqa: E731
        serve(50)
        small = statistics.median(serve(50) for _ in range(5 * times))
        large = statistics.median(serve(5000) for _ in range(max(3, times // 3)))
        memory = _memory()
    return [
        Row("one service of 50 crates, fork included", 1000 * small, 8, "ms"),
        Row("5000 crates / 50 crates", large / small, 100),
        Row("memory of judge and stoves (proportional set size)", memory, 120, "MB"),
    ]


def _served(engine: Engine, count: int) -> float:
    start = time.perf_counter()
    (served,) = engine.serve([order(count)])
    assert served.ledger.delivered == count
    return time.perf_counter() - start


def _memory() -> float:
    """Megabytes of this process and all below it, shared pages counted once (Linux)."""
    total, below = 0.0, [os.getpid()]
    while below:
        pid = below.pop()
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in rollup.splitlines() if line[:4] == "Pss:")
        below += map(int, children.split())
    return total / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=11, metavar="N", help="runs of each command")
    times = parser.parse_args().times
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    catalog.find("7").load()
    for row in (
        *starting(times),
        *learning(times),
        *checking(times),
        *every_check(times),
        *serving(times),
    ):
        verdict = "ok" if row.value <= row.bound else "over"
        print(f"  {verdict:<5} {row.what:<56} {row.value:8.2f} {row.unit:<2} (bound {row.bound:g})")


if __name__ == "__main__":
    main()
