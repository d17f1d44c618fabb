"""`author check`: what several hands find is what one finds, and Ctrl-C ends them all."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kitchen import author, catalog
from kitchen.crew import Crew, cores
from kitchen.judge.engine import AttemptSource, BrokenDown, Engine
from kitchen.judge.grading import grade
from kitchen.judge.verdict import Result
from tests.conftest import ROOT

ATTEMPTS = Path("tests/attempts/case07_semaphore")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the repository with a few of its attempts, one of them under a wrong name."""
    made = tmp_path / "house"
    for folder in ("kitchen", "lab", "solutions"):
        shutil.copytree(ROOT / folder, made / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (made / ATTEMPTS).mkdir(parents=True)
    for name in ("right_batches.py", "wrong_no_gate_start.py", "wrong_one_at_a_time_loop.py"):
        shutil.copy(ROOT / ATTEMPTS / name, made / ATTEMPTS / name)
    shutil.copy(ROOT / ATTEMPTS / "right_batches.py", made / ATTEMPTS / "wrong_batches.py")
    return made


def start(house: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "kitchen", "author", "check", *arguments],
        cwd=house, env={**os.environ, "PYTHONPATH": str(house), **environment},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def test_many_hands_print_what_one_prints(house: Path) -> None:
    checks = [start(house, "7", "--jobs", jobs) for jobs in ("1", "3")]
    (one, trouble), (three, more) = [check.communicate(timeout=120) for check in checks]
    assert trouble == more == ""
    assert "  FAIL  tests/attempts/case07_semaphore/wrong_batches.py\n" in one
    assert "        should fail; passes\n" in one
    assert one == three
    assert [check.returncode for check in checks] == [1, 1]


def test_ctrl_c_ends_every_process(house: Path, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    check = start(house, "7", "--jobs", "2", TMPDIR=str(scratch))
    assert check.stdout is not None
    assert check.stdout.readline() == "case 7 (case07_semaphore)\n"
    assert check.stdout.readline().startswith("  ok  ")  # the hands are at work
    assert len(list(scratch.iterdir())) == 2
    os.killpg(check.pid, signal.SIGINT)  # as a terminal does
    _, trouble = check.communicate(timeout=60)
    assert (check.returncode, trouble) == (130, "\nstopped\n")
    assert list(scratch.iterdir()) == []
    assert said_of(scratch) == []


def said_of(scratch: Path) -> list[str]:
    """Processes whose scratch folder is this one, or in it."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str(scratch).encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_text())
        except OSError:
            continue
    return found


@pytest.mark.parametrize(
    "name",
    [
        "case07_semaphore/wrong_no_gate_start",  # fails the first check, in the first service
        "case07_semaphore/wrong_fixed_number_lanes",
        "case07_semaphore/wrong_swallows_cancel_worker",
        "case14_priority_semaphore/wrong_heap_remove_only",
        "case07_semaphore/right_batches",
    ],
)
def test_what_is_not_served_changes_nothing_of_the_first_failure(engine: Engine, name: str) -> None:
    listed = catalog.find(name.partition("/")[0])
    source = (ROOT / "tests" / "attempts" / f"{name}.py").read_bytes()
    attempt = AttemptSource("attempt.py", listed.stem, source)
    whole = grade(listed, listed.load(), attempt, engine)
    brief = grade(listed, listed.load(), attempt, engine, whole=False)
    assert brief.passed == whole.passed
    assert [result.passed for result in brief.results].count(False) == (not whole.passed)
    for told, result in zip(brief.results, whole.results, strict=False):
        assert told.title == result.title
        assert _told(told) == _told(result)


def _told(result: Result) -> tuple[str, int] | str:
    """What is said of a failure, but for numbers that differ in a smaller service."""
    found = result.diagnosis
    return result.figure if found is None else (found.name, found.line)


# --- hands --------------------------------------------------------------------------------------


def meeting(engine: Engine, task: tuple[int, Path]) -> tuple[int, int]:
    """Who answered; the first task answers when the second has come."""
    number, door = task
    if number == 1:
        door.touch()
    until = time.monotonic() + 30
    while number == 0 and not door.exists():
        assert time.monotonic() < until
        time.sleep(0.01)
    return number, os.getpid()


def who(engine: Engine, task: int) -> int:
    return os.getpid()


def raising(engine: Engine, task: int) -> int:
    raise ValueError(f"task {task}")


def leaving(engine: Engine, task: int) -> int:
    os._exit(0)


def test_answers_come_in_the_order_of_the_tasks(tmp_path: Path) -> None:
    with Crew(2) as crew:
        tasks = [(number, tmp_path / "door") for number in range(5)]
        answers = list(crew.each(meeting, tasks))
    assert [number for number, _ in answers] == [0, 1, 2, 3, 4]
    assert answers[0][1] != answers[1][1]


def cores_of(engine: Engine, door: Path) -> frozenset[int]:
    """Where this hand may run; the answer waits until another hand has one too."""
    with door.open("a") as file:
        file.write("x")
    until = time.monotonic() + 30
    while door.stat().st_size < 2:
        assert time.monotonic() < until
        time.sleep(0.01)
    return frozenset(os.sched_getaffinity(0))


@pytest.mark.skipif(cores() < 2, reason="there is one core to share")
@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="nobody can be kept to a core")
def test_each_of_two_hands_keeps_to_a_core_of_its_own(tmp_path: Path) -> None:
    with Crew(2) as crew:
        one, other = crew.each(cores_of, [tmp_path / "door"] * 2)
    assert (len(one), len(other)) == (1, 1)
    assert one != other


def test_no_more_hands_than_tasks() -> None:
    with Crew(8) as crew:
        assert len({*crew.each(who, range(1)), *crew.each(who, range(1))}) == 1
        assert list(crew.each(who, [])) == []


def test_an_error_in_a_hand_is_raised_here() -> None:
    with pytest.raises(ValueError, match="task 3"), Crew(1) as crew:
        list(crew.each(raising, [3]))


def test_a_hand_that_is_gone_is_told() -> None:
    with pytest.raises(BrokenDown), Crew(1) as crew:
        list(crew.each(leaving, [3]))


def test_of_many_drawn_services_right_attempts_share_the_work() -> None:
    case = catalog.find("10").load()
    folder = ROOT / "tests" / "attempts" / "case10_threads"
    kinds = {number: case.service(number).kind for number in range(1, case.services + 1)}
    met: set[int] = set()
    for path in sorted(folder.glob("right_*.py")):
        left_out = author.left_out(case, path)
        assert {kinds[number] for number in left_out} == {"order", "spoiled"}
        assert len(left_out) > len(kinds) / 2
        met |= kinds.keys() - left_out
    assert met == kinds.keys()  # what one isn't put to, others are


def test_the_solution_is_put_to_every_service() -> None:
    solution = ROOT / "solutions" / "case10_threads.py"
    assert author.left_out(catalog.find("10").load(), solution) == frozenset()


def test_what_the_share_does_not_show_all_services_have_to(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This one fails in services of one kind only, and these are left out."""
    listed = catalog.find("7")
    path = ROOT / "tests/attempts/case07_semaphore/wrong_not_released_on_error_except.py"
    expected = author.Expected(path, False, "not-released-on-error")
    spoiled = [n for n in range(1, 51) if listed.load().service(n).kind == "spoiled"]
    monkeypatch.setattr(author, "left_out", lambda case, path: frozenset(spoiled))
    examined = author.examine(engine, author.Known(listed, expected, thorough=False))
    assert examined.outcome.ok, examined.outcome.why


def test_left_out_services_are_not_served_and_the_others_are(engine: Engine) -> None:
    listed = catalog.find("7")
    source = (ROOT / "solutions" / "case07_semaphore.py").read_bytes()
    attempt = AttemptSource("attempt.py", listed.stem, source)
    verdict = grade(listed, listed.load(), attempt, engine, leave_out=frozenset({2, 3}))
    whole = grade(listed, listed.load(), attempt, engine)
    assert verdict.passed
    tried = sum(result.tried for result in verdict.results)
    assert tried < sum(result.tried for result in whole.results)
