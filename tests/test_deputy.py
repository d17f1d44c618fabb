"""A second judge for the second lane: it changes nothing but the time, and leaves nothing."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from kitchen import catalog
from kitchen.case import Case, Served, Service
from kitchen.judge import deputy
from kitchen.judge.deputy import Deputy, uninterrupted
from kitchen.judge.engine import MANY, AttemptSource, BrokenDown, Engine
from kitchen.judge.lane import Lane
from tests.conftest import ROOT, attempt

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes by /proc"),
    pytest.mark.xdist_group("the whole machine"),
]

CODE = """
import os, random

async def restock(supplier, crates):
    print(len(crates), supplier.limit, f"{random.random():.6f}", flush=True)
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)

    await asyncio.gather(*map(order, crates))
    if supplier.limit == 3:
        raise ValueError(f"not with {len(crates)} crates")
    if supplier.limit == 8:
        os._exit(3)
"""
"""Right for some services; others end with an error, or die."""

SERVICES = range(1, MANY + 7)


def children(process: int) -> set[int]:
    """Those that run, zombies too."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return set()
    return set(map(int, text.split()))


def descendants(process: int) -> set[int]:
    found = children(process)
    for child in set(found):
        found |= descendants(child)
    return found


def runs(process: int) -> bool:
    """Whether it does; one that has ended may wait to be buried."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text("utf-8", "replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


@pytest.fixture
def mine() -> Iterator[Engine]:
    """An engine of one's own, which has no lane yet that served anything."""
    with Engine() as made:
        made.take(attempt(CODE))
        yield made


def services(case: Case, numbers: range = SERVICES) -> list[Service]:
    return [case.service(number) for number in numbers]


def begun(engine: Engine, wanted: list[Service]) -> Generator[Served, None, None]:
    """What comes, and can be told that no more is wanted."""
    coming = engine.serve(wanted)
    assert isinstance(coming, Generator)
    return coming


def by_number(served: Iterator[Served]) -> dict[int, Served]:
    found: dict[int, Served] = {}
    for one in served:
        assert one.service.number not in found
        found[one.service.number] = one
    return found


def told(served: Served) -> tuple[object, ...]:
    """All that there is to know of it."""
    return (*served[:1], tuple(served.ledger.events), *served[2:])


# --- the same comes back --------------------------------------------------------------------------


def test_what_comes_back_is_the_same_with_a_deputy_and_without(
    case: Case, mine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_deputy: list[int] = []
    answers = Deputy.answers

    def counted(self: Deputy) -> list[Served]:
        found = answers(self)
        by_deputy.extend(served.service.number for served in found)
        return found

    with Engine(lanes=1) as alone:
        alone.take(attempt(CODE))
        one = by_number(alone.serve(services(case)))
    assert not by_deputy
    monkeypatch.setattr(Deputy, "answers", counted)
    two = by_number(mine.serve(services(case)))
    assert list(map(told, two.values())) == [told(one[number]) for number in two]
    assert sorted(two) == list(SERVICES)
    assert 0 < len(by_deputy) < len(SERVICES)
    assert {served.outcome.end for served in two.values()} == {"finished", "died"}
    assert any(served.errors for served in two.values())
    assert len({served.output for served in two.values()}) > 1


def test_branches_at_an_office_come_back_the_same_too(monkeypatch: pytest.MonkeyPatch) -> None:
    case = catalog.find("18").load()
    path = ROOT / "lab" / "cases" / "case18_process_lock.py"
    source = AttemptSource(str(path), path.stem, path.read_bytes())
    small = [case.part_of(case.service(number), (1,)) for number in range(6, 6 + MANY)]
    found = []
    for lanes in (1, 2):
        with Engine(lanes=lanes) as engine:
            engine.take(source)
            found.append(by_number(engine.serve(small)))
    one, two = found
    assert {number: told(served) for number, served in one.items()} == {
        number: told(served) for number, served in two.items()
    }
    assert len(one) == MANY


def test_each_service_that_comes_back_is_the_very_one_that_was_given(
    case: Case, mine: Engine
) -> None:
    given = services(case)
    for served in mine.serve(given):
        assert served.service is given[served.service.number - 1]


def test_an_engine_serves_many_again_and_few_afterwards(case: Case, mine: Engine) -> None:
    first = by_number(mine.serve(services(case)))
    mine.take(attempt(CODE.replace("limit == 3", "limit == 5")))
    other = by_number(mine.serve(services(case)))
    mine.take(attempt(CODE))
    again = by_number(mine.serve(services(case)))
    few = by_number(mine.serve(services(case, range(1, 4))))
    assert {n: told(one) for n, one in first.items()} == {n: told(one) for n, one in again.items()}
    assert told(other[1]) != told(first[1])
    assert [told(few[n]) for n in few] == [told(first[n]) for n in few]


# --- who is appointed -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "trace", "appointed"), [(MANY, False, 1), (MANY - 1, False, 0), (MANY, True, 0)]
)
def test_a_deputy_is_appointed_for_many_services_that_are_not_traced(
    case: Case, mine: Engine, count: int, trace: bool, appointed: int
) -> None:
    before = children(os.getpid())
    coming = mine.serve(services(case, range(1, count + 1)), trace=trace)
    next(coming)
    assert len(children(os.getpid()) - before) == appointed
    assert len(list(coming)) == count - 1
    assert children(os.getpid()) == before


def test_each_judge_keeps_to_the_core_of_its_lane_as_long_as_there_are_two(
    case: Case, mine: Engine
) -> None:
    if not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2:
        pytest.skip("there is one core, or none can be told from another")
    cores, before = os.sched_getaffinity(0), children(os.getpid())
    coming = begun(mine, services(case))
    next(coming)
    (other,) = children(os.getpid()) - before
    assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) != os.sched_getaffinity(other)
    coming.close()
    assert os.sched_getaffinity(0) == cores


# --- what is skipped, and what is made when -------------------------------------------------------


def test_what_is_no_longer_wanted_is_not_served_by_either(case: Case, mine: Engine) -> None:
    unwanted = {2, 3, 5, 12, 13, 14, 20, 24}
    served = by_number(mine.serve(services(case), skip=lambda service: service.number in unwanted))
    assert sorted(served) == sorted(set(SERVICES) - unwanted)


def test_what_is_not_wanted_since_another_came_back_is_not_begun(case: Case, mine: Engine) -> None:
    back: list[int] = []
    asked: list[int] = []

    def skip(service: Service) -> bool:
        asked.append(service.number)
        return bool(back)

    for served in mine.serve(services(case, range(1, 41)), skip=skip):
        back.append(served.service.number)
    # Only what had been begun by then, or given to the deputy, came after the first.
    assert len(back) <= 2 + deputy.AHEAD
    assert set(asked) == set(range(1, 41))


def test_services_are_made_while_others_are_served(case: Case, mine: Engine) -> None:
    made, back = [], []

    def coming() -> Iterator[Service]:
        for number in range(1, 41):
            made.append(number)
            yield case.service(number)

    for served in mine.serve(coming()):
        back.append(served.service.number)
        assert len(made) <= len(back) + MANY + deputy.AHEAD + 2
    assert sorted(back) == list(range(1, 41))


# --- it leaves nothing ----------------------------------------------------------------------------


@pytest.mark.parametrize("after", [0, 1, 7])
def test_who_wants_no_more_leaves_no_process_and_an_engine_that_serves(
    case: Case, mine: Engine, after: int
) -> None:
    before = children(os.getpid())
    coming = begun(mine, services(case, range(1, 201)))
    for _ in range(after):
        next(coming)
    coming.close()
    assert children(os.getpid()) == before
    served = by_number(mine.serve(services(case)))
    assert sorted(served) == list(SERVICES)
    assert served[1].outcome.finished
    lanes = [lane for lane in children(mine._template._pid) if runs(lane)]
    assert len(lanes) <= 2  # and not one for each deputy that there ever was


def test_an_error_of_who_takes_them_leaves_no_process(case: Case, mine: Engine) -> None:
    before = children(os.getpid())

    def fails() -> None:
        for served in mine.serve(services(case, range(1, 201))):
            raise KeyError(served.service.number)

    with pytest.raises(KeyError):
        fails()
    assert children(os.getpid()) == before


def test_what_was_answered_and_not_taken_is_not_given_to_the_next(case: Case, mine: Engine) -> None:
    coming = mine.serve(services(case, range(1, 25)))
    first = next(coming)
    mine._answered.append(first)  # as if the deputy had answered twice at once
    assert isinstance(coming, Generator)
    coming.close()  # as a check does that finds the file at fault
    again = [one.service.number for one in mine.serve(services(case, range(1, 25)))]
    assert sorted(again) == list(range(1, 25))


def test_nothing_runs_when_an_engine_was_closed(case: Case) -> None:
    before = descendants(os.getpid())
    with Engine() as engine:
        engine.take(attempt(CODE))
        next(engine.serve(services(case)))
        scratch = engine._template._scratch
        assert scratch.is_dir()
    assert descendants(os.getpid()) == before
    assert not scratch.exists()


# --- processes that are lost ----------------------------------------------------------------------


def kill_a_lane(case: Case, engine: Engine, place: int) -> dict[int, Served]:
    """What is served of many, if the fork server of a lane is killed after the first."""
    coming = engine.serve(services(case, range(1, 25)))
    served = {first.service.number: first for first in [next(coming)]}
    lanes = sorted(children(engine._template._pid))
    os.kill(lanes[place], signal.SIGKILL)
    return served | by_number(coming)


def test_the_judges_own_lane_may_be_lost_and_every_service_is_served(
    case: Case, mine: Engine
) -> None:
    expected = by_number(mine.serve(services(case, range(1, 25))))
    with Engine() as other:
        other.take(attempt(CODE))
        served = kill_a_lane(case, other, 0)
    assert sorted(served) == list(range(1, 25))
    differ = [n for n, one in served.items() if told(one) != told(expected[n])]
    assert len(differ) <= 1  # the one that was in work, and blamed for it
    for number in differ:
        assert "ended the process that started it" in served[number].outcome.text


def test_what_was_lost_before_it_began_is_not_given_to_the_deputy(case: Case, mine: Engine) -> None:
    lost = list(services(case, range(101, 113)))
    served = []
    for one in mine.serve(services(case, range(1, 25))):
        served.append(one.service.number)
        if lost:  # at one time or another the deputy is free for it
            mine._again.append(lost.pop())
    assert sorted(served) == [*range(1, 25), *range(101, 113)]


def test_a_deputys_lane_may_be_lost_and_every_service_is_served(case: Case, mine: Engine) -> None:
    assert sorted(kill_a_lane(case, mine, 1)) == list(range(1, 25))


def test_a_deputy_that_is_killed_breaks_the_lab_down(case: Case, mine: Engine) -> None:
    before = children(os.getpid())
    coming = mine.serve(services(case, range(1, 25)))
    next(coming)
    (other,) = children(os.getpid()) - before
    os.kill(other, signal.SIGKILL)
    with pytest.raises(BrokenDown):
        list(coming)
    assert children(os.getpid()) == before


def test_a_template_that_is_killed_breaks_the_lab_down(case: Case) -> None:
    before = children(os.getpid())
    with pytest.raises(BrokenDown), Engine() as engine:
        engine.take(attempt(CODE))
        coming = engine.serve(services(case, range(1, 201)))
        next(coming)
        os.kill(engine._template._pid, signal.SIGKILL)
        list(coming)
    assert children(os.getpid()) == before


def test_an_attempt_that_kills_whatever_it_can_gets_its_verdicts(case: Case, mine: Engine) -> None:
    code = dedent("""
        import os
        async def restock(supplier, crates):
            await supplier.deliver(crates[0])
            for who in (os.getppid(), 1, -1):
                try:
                    os.kill(who, 9)
                except (ProcessLookupError, PermissionError):
                    pass
            await supplier.deliver(crates[1])
    """)
    if mine.walls().get("processes") or mine.walls().get("user"):
        pytest.skip("here it can kill more than its own")
    mine.take(attempt(code))
    served = by_number(mine.serve(services(case)))
    assert sorted(served) == list(SERVICES)
    mine.take(attempt(CODE))
    assert by_number(mine.serve(services(case)))[1].outcome.finished


# --- stopped from the keyboard --------------------------------------------------------------------


def of_ours(mark: bytes) -> set[int]:
    """Processes whose environment has this in it, zombies left out."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes():
                found.add(int(folder.name))
        except OSError:
            continue
    return found


def at_work(check: int) -> bool:
    """Whether a check has a deputy, and that has been working for a while."""
    others = [child for child in children(check) if os.getsid(child) == check]
    if not others:
        return False  # the template has a session of its own
    ticks = Path(f"/proc/{others[0]}/stat").read_text().rpartition(")")[2].split()
    return int(ticks[11]) + int(ticks[12]) >= 3


def test_ctrl_c_ends_everything_and_leaves_nothing(tmp_path: Path) -> None:
    file = ROOT / "solutions" / "case16_ageing.py"
    command = [sys.executable, "-m", "kitchen", "check", "16", "--file", str(file)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    check = subprocess.Popen(
        [*command, "--services", "5000"], cwd=ROOT, env=environment, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        while check.poll() is None and not at_work(check.pid):
            os.sched_yield()
        os.killpg(check.pid, signal.SIGINT)
        output, _ = check.communicate(timeout=30)
    finally:
        for left in of_ours(str(tmp_path).encode()) if check.poll() is None else ():
            os.kill(left, signal.SIGKILL)
    assert check.returncode == 130, output
    assert b"Traceback" not in output
    assert not of_ours(str(tmp_path).encode())
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_while_a_deputy_is_appointed_leaves_no_process(
    case: Case, mine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, before, share = os.getpid(), children(os.getpid()), Lane.share_its_core

    def interrupted(lane: Lane) -> set[int]:
        if os.getpid() == judge:
            os.kill(judge, signal.SIGINT)
        return share(lane)

    monkeypatch.setattr(Lane, "share_its_core", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(mine.serve(services(case)))
    left = children(judge) - before
    for process in left:  # it would keep the engine from its end
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    assert not left


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_nothing_comes_between_a_fork_and_our_knowing_of_it(number: signal.Signals) -> None:
    class Asked(Exception):
        pass

    def end(number: int, frame: object) -> None:
        raise Asked

    before = signal.signal(number, end)
    known = False
    try:
        with pytest.raises(Asked), uninterrupted():
            signal.raise_signal(number)
            known = True
        assert known
        assert signal.getsignal(number) is end
    finally:
        signal.signal(number, before)
