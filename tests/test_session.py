"""The lab from Python: `check`, `run`, `sweep`, in a program of its own or in this one."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest

import kitchen
from kitchen import check, run, session, shipped, sweep
from kitchen.catalog import Listed
from kitchen.errors import Unusable
from kitchen.notebook import play, sliders
from kitchen.report import images
from tests.conftest import HEAD, ROOT
from tests.test_command_line import PASSES, SOLUTION
from tests.test_command_line import kitchen as command

BUSY = HEAD + "async def restock(supplier, crates):\n    while True:\n        pass\n"
SILENT = HEAD + "async def restock(supplier, crates):\n    pass\n"


@pytest.fixture(scope="module", autouse=True)
def closed() -> Iterator[None]:
    yield
    session.close()


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def solution(listed: Listed) -> str:
    return shipped.solution(listed)


def html(shown: Any) -> str:
    bundle = shown._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert bundle["text/plain"] == str(shown) == repr(shown)
    return str(bundle["text/html"])


def test_a_verdict_prints_as_the_command_does() -> None:
    passed = check(7, file=SOLUTION)
    assert passed and passed.passed and not passed.own
    assert f"{passed}\n" == PASSES
    assert html(passed).count("PASS") == 6
    failed = check("semaphore")
    assert not failed and failed.own
    assert f"{failed}\n" == command("check", "7").stdout
    assert "<b" in html(failed) and "FAIL" in html(failed)


def test_a_text_is_an_attempt(solution: str) -> None:
    assert check(7, source=solution)
    failed = str(check(7, source=SILENT, services=9))
    assert "replay: run(7, service=1, source=...)" in failed
    assert "python -m kitchen" not in failed
    called = str(check(7, source=SILENT, services=9, called=session.CELL))
    assert "replay: %%kitchen run 7 --service 1\n" in called


def test_a_replay_in_python_repeats_what_was_shown() -> None:
    uneven = HEAD + (
        "async def restock(supplier, crates):\n"
        "    for crate in crates:\n"
        "        if crate.number != 9 or supplier.limit == 5:\n"
        "            await supplier.deliver(crate)\n"
    )
    for result in check(7, source=uneven).verdict.results:
        if not result.replay:
            continue
        called = eval(result.replay.replace("...", "uneven"), {"run": run, "uneven": uneven})
        assert called.served.service.title == result.conditions


def test_a_file_is_found_from_a_folder_of_the_workspace(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, listed: Listed, solution: str
) -> None:
    (tmp_path / "lab" / "cases").mkdir(parents=True)
    (tmp_path / "lab" / "cases" / f"{listed.stem}.py").write_text(solution)
    (tmp_path / "other.py").write_text(SILENT)
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    own = run(7)
    assert own.attempt.path == f"lab/cases/{listed.stem}.py"
    assert own.figures == {"delivered": 50, "turned away": 0, "took": pytest.approx(0.5, 0.01)}
    other = check(7, file="other.py", services=9)
    assert other.attempt.path == "other.py"
    assert "--file other.py" in str(other)
    (tmp_path / "notebooks" / f"{listed.stem}.py").write_text(SILENT)
    assert run(f"{listed.stem}.py").figures["delivered"] == 0, "a path says which file"


def test_a_run_has_figures_a_ledger_and_a_timeline() -> None:
    ran = run(7)
    assert f"{ran}\n" == command("run", "7").stdout
    assert ran.figures == {"delivered": 5, "turned away": 45, "took": pytest.approx(0.06, 0.01)}
    assert "turned away: 45" in html(ran)
    ledger = ran.ledger
    assert ledger.peak == 50 and ledger.count("refused") == 45
    assert len(ledger) == len(list(ledger))
    lines = str(ledger).splitlines()
    assert lines[0].split() == ["seconds", "what", "number", "item", "note"]
    assert any("more ..." in line for line in lines)
    assert html(ledger).startswith("<table")
    assert str(ledger.part(0)) == str(ledger)
    assert "data:image/svg+xml;base64," in html(ran.timeline)
    assert "peak 50" in str(ran.timeline) and "peak 50" in html(ran.timeline)


def test_parts_of_a_service_and_another_number() -> None:
    assert run(7, only="1-3").figures["delivered"] == 3
    ran = run(7, over="crates=4")
    assert ran.figures["delivered"] == 4
    assert ran.served.service.title.startswith("crates 4")


def test_a_sweep_has_a_table_and_a_picture() -> None:
    swept = sweep(7, "limit=1..3", file=SOLUTION)
    assert [row.value for row in swept.sweep.rows] == [1, 2, 3]
    assert "data:image/svg+xml;base64," in html(swept)
    assert "2.50 s" in html(swept) and "2.50 s" in str(swept)


def test_without_matplotlib_a_picture_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "can_be_drawn", lambda: False)
    for shown in (run(7).timeline, sweep(7, "limit=1..2", file=SOLUTION)):
        assert "<img" not in html(shown)
        assert "white-space:pre" in html(shown)


def test_a_file_that_cannot_be_run_says_so_everywhere() -> None:
    wrong = "x = 1\ndef broken(:\n"
    ran = run(7, source=wrong)
    for shown in (check(7, source=wrong), ran, ran.timeline, sweep(7, source=wrong)):
        assert "your code, line 2: " in html(shown)
        assert "your code, line 2: " in str(shown)
    assert not check(7, source=wrong)
    assert len(ran.ledger) >= 0 and str(ran.ledger)


def test_a_loop_without_end_is_told() -> None:
    assert "your code, line 5" in str(run(7, source=BUSY))


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: check(99), "no case called '99'"),
        (lambda: run("semafore"), "Did you mean `semaphore`"),
        (lambda: run(7, file="nowhere.py"), "there is no file nowhere.py"),
        (lambda: check(7, file="x.py", source="x"), "name one of the two"),
        (lambda: run(7, source="#" * (2 << 20)), "more than a megabyte"),
        (lambda: sweep(7, "colour=1..2"), "'colour' is no number"),
        (lambda: run(7, over="limit=1..4"), "with one value, like `limit=1`"),
        (lambda: run(7, over="limit=1", service=2), "about the first service"),
        (lambda: run(7, service=0), "from 1 to 10000"),
        (lambda: check(7, services=10**6), "from 1 to 10000"),
        (lambda: run(7, only="a-b"), "what isn't there"),
        (lambda: run(7, only="900"), "what isn't there"),
        (lambda: play(7, "colour=1..2"), "'colour' is no number"),
    ],
)
def test_wrong_names_are_told_in_a_paragraph(call: Any, says: str) -> None:
    with pytest.raises(Unusable) as caught:
        call()
    assert says in str(caught.value)


def test_letters_that_are_none_are_told() -> None:
    assert "your code" in str(run(7, source="x = '\ud800'"))


def test_the_stoves_are_kept_warm_and_can_be_ended() -> None:
    run(7)
    warm = session._engine
    run(7)
    assert session._engine is warm is not None
    session.close()
    session.close()
    assert run(7).figures["delivered"] == 5
    assert session._engine is not warm


def test_calls_from_two_threads_wait_for_each_other() -> None:
    found: list[object] = []
    threads = [
        threading.Thread(target=lambda: found.append(run(7).figures["delivered"])) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [5, 5, 5, 5]


def test_a_fork_leaves_the_stoves_alone() -> None:
    program = (
        "import os, sys\nfrom kitchen import run\n"
        "run(7)\n"
        "if not os.fork():\n    sys.exit()\n"  # and what is done at the exit is done
        "os.wait()\n"
        "print(run(7))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert "turned away: 45" in done.stdout and done.stderr == ""


def started_by(process: int) -> set[int]:
    """The processes that this one has started, and those that they have."""
    found: set[int] = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if parent == process:
            child = int(path.parent.name)
            found |= {child} | started_by(child)
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
def test_ctrl_c_leaves_no_process_and_the_next_check_works() -> None:
    program = (
        "import sys\nfrom kitchen import check, run\n"
        "print('ready', flush=True)\n"
        "try:\n    check(7, source=sys.argv[1], services=10_000)\n"
        "except KeyboardInterrupt:\n    print('stopped', flush=True)\n"
        "sys.stdin.readline()\nprint(run(7), flush=True)\n"
    )
    slow = HEAD + "async def restock(supplier, crates):\n    for n in range(10**5): pass\n"
    with subprocess.Popen(
        [sys.executable, "-c", program, slow], cwd=ROOT, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as running:  # fmt: skip
        assert running.stdin is not None and running.stdout is not None
        assert running.stdout.readline() == "ready\n"
        until(lambda: len(started_by(running.pid)) > 1)
        running.send_signal(signal.SIGINT)
        assert running.stdout.readline() == "stopped\n"
        until(lambda: not started_by(running.pid))
        out, _ = running.communicate("\n", timeout=60)
        assert "turned away: 45" in out
        assert running.returncode == 0


def until(there: Any) -> None:
    end = monotonic() + 60
    while not there():
        assert monotonic() < end
        sleep(0.05)


def test_the_lab_is_imported_without_what_notebooks_need() -> None:
    program = "import kitchen, sys; kitchen.run; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    loaded = done.stdout.split()
    assert [name for name in loaded if name.startswith("kitchen")] == ["kitchen"]
    assert not {"IPython", "matplotlib", "ipywidgets"} & set(loaded)
    assert {"check", "run", "sweep"} <= set(kitchen.__all__)


# --- sliders ------------------------------------------------------------------------------------


class Slider:
    """Stands in for ipywidgets and for what displays."""

    def __init__(self) -> None:
        self.options: tuple[float, ...] = ()
        self.show: Any = None
        self.shown: list[object] = []

    def SelectionSlider(self, *, options: Any, description: str, **more: object) -> str:
        self.options = tuple(options)
        return description

    def interact(self, show: Any, *, value: str) -> None:
        assert value == "delay"
        self.show = show

    def display(self, *shown: object) -> None:
        self.shown += shown


def test_a_slider_runs_the_service_with_each_value(monkeypatch: pytest.MonkeyPatch) -> None:
    slider = Slider()
    monkeypatch.setattr(sliders, "_widgets", lambda: (slider, slider.display))
    assert play(7, "delay=0.01..0.03", file=SOLUTION) is None
    assert slider.options == (0.01, 0.02, 0.03)
    slider.show(0.02)
    ran, timeline = slider.shown
    assert isinstance(ran, session.Ran)
    assert ran.figures["took"] == pytest.approx(0.2, 0.01)
    assert isinstance(timeline, session.Timeline)


@pytest.mark.parametrize("why", ["switched off", "no kernel", "no ipywidgets"])
def test_without_a_slider_it_is_the_sweep(monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    kernel = None if why == "no kernel" else object()
    monkeypatch.setattr("IPython.get_ipython", lambda: SimpleNamespace(kernel=kernel))
    if why == "switched off":
        monkeypatch.setenv("KITCHEN_SLIDERS", "off")
    if why == "no ipywidgets":
        monkeypatch.setitem(sys.modules, "ipywidgets", None)
    swept = play(7, "limit=1..2", file=SOLUTION)
    assert isinstance(swept, session.Swept)
    assert [row.value for row in swept.sweep.rows] == [1, 2]
