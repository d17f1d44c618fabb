"""One service in a real stove: what the ledger says of code that behaves, and of other code."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kitchen.case import Case, Served, Service
from kitchen.judge.engine import MANY, Engine
from tests.conftest import HEAD, Grade, Run, attempt

GATE = """
async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)
    async def order(crate):
        async with gate:
            await supplier.deliver(crate)
    await asyncio.gather(*(order(crate) for crate in crates))
"""


def body(code: str) -> str:
    """`restock` with this body."""
    lines = "\n".join("    " + line for line in code.strip("\n").splitlines())
    return f"async def restock(supplier, crates):\n{lines}\n"


def test_unlimited_is_turned_away(run: Run) -> None:
    served = run(
        body("await asyncio.gather(*map(supplier.deliver, crates), return_exceptions=True)")
    )
    ledger = served.ledger
    assert (ledger.delivered, ledger.turned_away, ledger.peak) == (5, 45, 50)
    assert f"{ledger.took:.2f}" == "0.06"


def test_a_gate_serves_everybody_in_ten_rounds(run: Run) -> None:
    ledger = run(GATE).ledger
    assert (ledger.delivered, ledger.turned_away, ledger.peak) == (50, 0, 5)
    assert f"{ledger.took:.2f}" == "0.50"


@pytest.mark.parametrize(("gate", "away", "took"), [(6, 25, "0.30"), (4, 0, "0.65")])
def test_a_gate_of_another_size_has_the_figures_of_the_chapter(
    run: Run, gate: int, away: int, took: str
) -> None:
    code = GATE.replace("supplier.limit", str(gate)).replace(
        "for crate in crates)", "for crate in crates), return_exceptions=True"
    )
    ledger = run(code).ledger
    assert ledger.turned_away == away
    assert f"{ledger.took:.2f}" == took


def test_tracing_changes_nothing_in_the_ledger(run: Run) -> None:
    for service in (1, 4, 7, 8):
        assert run(GATE, service).ledger.events == run(GATE, service, trace=True).ledger.events


def test_the_limit_can_be_read_while_the_file_is_imported(run: Run) -> None:
    code = "GATE = asyncio.Semaphore(Supplier.limit)\n" + GATE.replace("gate = ", "gate = GATE or ")
    assert run(code, service=2).ledger.peak == 3


def test_a_crate_bears_the_worlds_mark_and_its_item(run: Run) -> None:
    served = run(body("crate = await supplier.deliver(7)\nprint(crate, len(crate.mark))"))
    assert served.output == b"Crate(7) 16\n"


def test_a_cancelled_call_hangs_up(run: Run) -> None:
    served = run(
        body("""
try:
    async with asyncio.timeout(0.02):
        await supplier.deliver(1)
except TimeoutError:
    await supplier.deliver(2)
""")
    )
    assert [e.kind for e in served.ledger.events if e.kind in ("hung up", "delivered")] == [
        "hung up",
        "delivered",
    ]
    assert served.ledger.of("hung up")[0].at < 25_000_000


def test_a_blocking_sleep_stops_the_loop_and_moves_the_clock(run: Run) -> None:
    served = run(
        body("""
import time
before = time.monotonic()
time.sleep(0.25)
print(f"{time.monotonic() - before:.3f}")
await supplier.deliver(1)
""")
    )
    assert served.output == b"0.250\n"
    assert served.ledger.count("blocked") == 1
    assert f"{served.ledger.took:.2f}" == "0.30"


def test_a_phone_call_blocks_and_brings_the_crate(run: Run) -> None:
    served = run(body("print(supplier.phone(3))\nawait supplier.deliver(4)"))
    assert served.output == b"Crate(3)\n"
    assert served.ledger.delivered == 2


def test_a_wait_of_next_to_nothing_ends(run: Run) -> None:
    # On a clock that stood still while code runs, a token bucket would wait for its last
    # 1e-17 s for ever.
    served = run(
        body("""
loop = asyncio.get_running_loop()
due = loop.time() + 1e-9
while (left := due - loop.time()) > 0:
    await asyncio.sleep(left)
await supplier.deliver(1)
""")
    )
    assert served.outcome.finished


def test_polling_without_a_pause_ends_soon(run: Run) -> None:
    served = run("""
async def restock(supplier, crates):
    inside = 0
    async def order(crate):
        nonlocal inside
        while inside >= supplier.limit:
            await asyncio.sleep(0)
        inside += 1
        try:
            await supplier.deliver(crate)
        finally:
            inside -= 1
    await asyncio.gather(*map(order, crates))
""")
    assert served.ledger.delivered == 50
    assert served.ledger.took < 0.52


def test_every_service_is_a_fresh_start(run: Run) -> None:
    code = body("""
import builtins
print(hasattr(builtins, "mark"))
builtins.mark = Supplier.limit = 99
""")
    assert [run(code).output for _ in range(3)] == [b"False\n"] * 3


def test_random_sets_and_hashes_are_the_same_in_every_service(run: Run) -> None:
    code = body("""
import random
tasks = {asyncio.create_task(supplier.deliver(c), name=str(c)) for c in crates[:5]}
print(random.random(), hash("kitchen"), [task.get_name() for task in tasks])
done, _ = await asyncio.wait(tasks)
print([task.get_name() for task in done])
""")
    assert len({run(code).output for _ in range(4)}) == 1


# --- hangs, told apart ----------------------------------------------------------------------------


def test_a_deadlock_is_told_at_once_with_who_waits_for_what(run: Run) -> None:
    served = run(body("lock = asyncio.Lock()\nawait lock.acquire()\nawait lock.acquire()"))
    assert served.outcome.end == "deadlock"
    (waiting,) = served.outcome.waiting
    assert (waiting.who, waiting.line) == ("restock", 7)
    assert "Lock.acquire" in waiting.reason


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("gate = threading.Semaphore(1)\ngate.acquire()\ngate.acquire()", "Semaphore.acquire"),
        ("gate = threading.Lock()\ngate.acquire()\nwith gate: pass", "Lock.acquire"),
        ("gate = threading.RLock()\ngate.acquire()\nthreading.Event().wait()", "Event.wait"),
        ("queue.Queue().get()", "Queue.get"),
        ("queue.SimpleQueue().get()", "SimpleQueue.get"),
        ("threading.Barrier(2).wait()", "Barrier.wait"),
        ("with threading.Condition() as c: pass\nc = threading.Condition()\nc.acquire()\nc.wait()",
         "Condition.wait"),
    ],
)  # fmt: skip
def test_a_blocking_primitive_in_a_coroutine_is_a_deadlock_at_once(
    run: Run, code: str, what: str
) -> None:
    served = run("import queue, threading\n" + body(code))
    assert served.outcome.end == "deadlock"
    assert what in served.outcome.waiting[0].reason
    assert "stops the whole event loop" in served.outcome.waiting[0].reason
    assert served.outcome.waiting[0].line > 0


def test_a_blocking_wait_with_a_timeout_ends_on_the_worlds_clock(run: Run) -> None:
    served = run(
        "import queue, threading\n"
        + body("""
print(threading.Event().wait(30))
try:
    queue.Queue().get(timeout=20)
except queue.Empty:
    print("empty")
await supplier.deliver(1)
""")
    )
    assert served.output == b"False\nempty\n"
    assert 50 < served.ledger.took < 50.1


def test_spinning_is_told_with_its_line(run: Run) -> None:
    for pause in ("0", "0.01"):
        served = run(body(f"while True:\n    await asyncio.sleep({pause})"))
        assert served.outcome.end == "spinning"
        assert served.outcome.waiting[0].line == 6


@pytest.mark.parametrize(
    "code", ["while True:\n    pass", "import select\nselect.poll().poll(60000)"]
)
def test_code_that_keeps_its_turn_is_ended_with_its_line(run: Run, code: str) -> None:
    served = run(body(code))
    assert served.outcome.end == "kept"
    assert served.outcome.line in (5, 6)


# --- other ends -----------------------------------------------------------------------------


def test_an_exit_of_any_kind_is_no_success(run: Run) -> None:
    assert run(body("import sys\nsys.exit(0)")).outcome.end == "exited"
    died = run(body("import os\nprint('PASS')\nos._exit(0)")).outcome
    assert died.end == "died"
    assert "exit code 0" in died.text
    killed = run(body("import os\nos.kill(os.getpid(), 9)")).outcome
    assert "signal 9" in killed.text


def test_an_attempt_cannot_end_the_process_that_started_it(run: Run) -> None:
    served = run(body("import os\nos.kill(os.getppid(), 9)\nawait asyncio.sleep(1)"))
    assert served.outcome.end == "died" or served.errors[0].type == "PermissionError"
    assert run(GATE).ledger.delivered == 50


def test_an_exception_is_told_with_the_learners_own_frames(run: Run) -> None:
    served = run("""
async def order(supplier, crate):
    await supplier.deliver(crate)
    raise ValueError(f"crate {crate}")
async def restock(supplier, crates):
    await asyncio.gather(*(order(supplier, crate) for crate in crates[:2]))
""")
    error = served.errors[0]
    assert (error.type, error.text) == ("ValueError", "crate 1")
    assert [(frame.line, frame.function) for frame in error.frames] == [
        (9, "restock"),
        (7, "order"),
    ]
    assert error.frames[-1].source == 'raise ValueError(f"crate {crate}")'


def test_a_group_tells_its_first_error(run: Run) -> None:
    error = run("""
async def order(supplier, crate):
    await supplier.deliver(crate)
    raise ValueError(crate)
async def restock(supplier, crates):
    async with asyncio.TaskGroup() as group:
        for crate in crates[:2]:
            group.create_task(order(supplier, crate))
""").errors[0]
    assert error.type == "ExceptionGroup"
    assert error.first == "ValueError: 1"
    assert error.frames[-1].line == 7


def test_an_exception_whose_text_raises_or_cannot_travel_is_told_all_the_same(run: Run) -> None:
    error = run("""
class Nasty(Exception):
    def __init__(self, one, two): self.lock = lambda: 1
    def __str__(self): raise KeyError("no")
async def restock(supplier, crates):
    raise Nasty(1, 2)
""").errors[0]
    assert error.type == "Nasty"
    assert "KeyError" in error.text
    surrogate = run(body("raise ValueError('\\ud800')")).errors[0]
    assert surrogate.text == "\\ud800"


def test_nonsense_written_into_the_line_ends_the_service(run: Run) -> None:
    served = run(
        body("""
import os
for fd in range(3, 60):
    try: os.write(fd, b"\\0\\0\\0\\5hello")
    except OSError: pass
await asyncio.sleep(1)
""")
    )
    assert served.outcome.end == "malformed"


@pytest.mark.parametrize(
    ("code", "text", "line"),
    [
        ("async def restock(supplier, crates)\n    pass\n", "SyntaxError", 4),
        ("async def restok(supplier, crates): ...\n", "`restok`", 0),
        ("restock = 3\n", "no function", 0),
        ("async def restock(supplier): ...\n", "can't be called as", 4),
        ("def restock(supplier, crates): return 3\n", "async def", 4),
    ],
)
def test_a_file_that_cannot_be_served_says_why(run: Run, code: str, text: str, line: int) -> None:
    outcome = run(code).outcome
    assert outcome.file_at_fault
    assert text in outcome.text
    assert outcome.line == line


@pytest.mark.parametrize(
    ("source", "end"),
    [
        (b"\xef\xbb\xbf" + (HEAD + GATE).encode(), "finished"),
        ((HEAD + GATE).replace("\n", "\r\n").encode(), "finished"),
        (b"# -*- coding: latin-1 -*-\n# caf\xe9\n" + (HEAD + GATE).encode(), "finished"),
        (b"# -*- coding: nonsense -*-\n" + (HEAD + GATE).encode(), "fault"),
        (b"# caf\xe9\n" + (HEAD + GATE).encode(), "fault"),
        ((HEAD + GATE).encode() + b"\0", "fault"),
        (b"(" * 5000, "fault"),
        (b"", "fault"),
    ],
)
def test_odd_files(run: Run, source: bytes, end: str) -> None:
    assert run(source).outcome.end == end


def test_the_judge_the_cases_and_the_solutions_cannot_be_imported(run: Run) -> None:
    for name in ("kitchen.judge", "kitchen.cases", "kitchen.world", "solutions", "lab"):
        served = run(body(f"import {name}"))
        assert served.errors[0].type == "ModuleNotFoundError", name


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import os\nloop.add_reader(os.pipe()[0], print)", "no files, pipes or sockets"),
    ],
)
def test_what_the_kitchen_has_not_is_refused_by_name(run: Run, code: str, says: str) -> None:
    served = run(body(f"loop = asyncio.get_running_loop()\n{code}"))
    assert says in served.errors[0].text


def test_there_is_no_keyboard(run: Run) -> None:
    for call in ("input()", "breakpoint()"):
        assert "no keyboard" in run(body(call)).errors[0].text


def test_a_child_that_is_left_behind_is_ended(run: Run) -> None:
    served = run(
        body("""
import os
if (pid := os.fork()) == 0:
    while True: pass
print(pid)
await supplier.deliver(1)
""")
    )
    assert served.outcome.finished
    pid = int(served.output)
    # Its number means something to its own kind only, so the next service is asked.
    after = run(
        body(f"""
import os
try:
    os.kill({pid}, 0)
    print("there")
except ProcessLookupError:
    print("gone")
except PermissionError:
    print("there, of another user")
""")
    )
    assert after.output == b"gone\n"


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes by /proc")
def test_a_service_lost_before_it_began_is_served_again(case: Case) -> None:
    with Engine(lanes=1) as engine:
        engine.take(attempt(GATE))
        (before,) = engine.serve([case.service(1)])
        servers = children_of(engine._template._pid)
        inner = [one for server in servers for one in children_of(server)]
        for fork_server in servers:
            os.kill(fork_server, signal.SIGKILL)
        while any(Path(f"/proc/{one}").exists() for one in inner):
            os.sched_yield()  # it must be gone before the next service begins
        (after,) = engine.serve([case.service(1)])
    assert after.outcome.finished
    assert after.ledger.events == before.ledger.events


def test_services_are_made_while_others_are_served(case: Case, engine: Engine) -> None:
    made = []

    def services() -> Iterator[Service]:
        for number in range(1, 31):
            made.append(number)
            yield case.service(number)

    engine.take(attempt(GATE))
    numbers = []
    for served in engine.serve(services(), skip=lambda service: service.number == 6):
        numbers.append(served.service.number)
        assert len(made) <= len(numbers) + MANY + 4
    assert sorted(numbers) == [*range(1, 6), *range(7, 31)]


def test_a_failure_is_shown_in_the_smallest_service_that_has_it(graded: Grade) -> None:
    verdict = graded(GATE.replace("supplier.limit", "5"))
    shown = next(result for result in verdict.results if not result.passed)
    assert shown.diagnosis is not None
    assert shown.diagnosis.name == "fixed-number"
    assert shown.figure == "limit 3: peak 5"
    assert shown.replay == "python -m kitchen run 7 --service 2 --only 1-6"
    assert shown.conditions == "50 crates, limit 3; of the first 50 crates only 1-6"


def test_the_first_service_is_shown_as_it_is(graded: Grade) -> None:
    verdict = graded(
        body("await asyncio.gather(*map(supplier.deliver, crates), return_exceptions=True)")
    )
    assert verdict.results[0].replay == "python -m kitchen run 7 --service 1"
    assert verdict.results[0].figure == "5 delivered, 45 turned away"


def test_a_smaller_service_has_only_those_crates(case: Case, engine: Engine) -> None:
    engine.take(attempt(GATE))
    (served,) = engine.serve([case.part_of(case.service(1), (2, 3, 7))])
    assert [event.item for event in served.ledger.of("asked")] == [2, 3, 7]
    with pytest.raises(ValueError, match="crates 1 to 50"):
        case.part_of(case.service(1), (51,))


@pytest.mark.parametrize(("last", "replays"), [("pass", 0), ("while False: pass", 1)])
def test_a_pass_is_replayed_only_if_a_remark_could_be_meant(
    graded: Grade, monkeypatch: pytest.MonkeyPatch, last: str, replays: int
) -> None:
    traced = []
    serve = Engine.serve

    def noted(self: Engine, *args: Any, trace: bool = False, **more: Any) -> Iterator[Served]:
        traced.extend([trace] * trace)
        return serve(self, *args, trace=trace, **more)

    monkeypatch.setattr(Engine, "serve", noted)
    assert graded(f"{GATE}\n{last}\n").passed
    assert len(traced) == replays
