"""`%kitchen` in an IPython shell: what it answers with, what it prints, what it notes."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

from kitchen import session, shipped
from kitchen.catalog import Listed
from kitchen.judge.engine import BrokenDown
from kitchen.notebook import magics
from tests.conftest import HEAD, ROOT
from tests.test_command_line import kitchen as command
from tests.test_session import BUSY, started_by, until

Capture = pytest.CaptureFixture[str]

BODY = "async def restock(supplier, crates):\n"


@pytest.fixture
def workspace(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, listed: Listed) -> Path:
    """A learner's folder, from whose notebooks somebody works, and whose progress is kept."""
    (tmp_path / "lab" / "cases").mkdir(parents=True)
    (tmp_path / "lab" / "cases" / f"{listed.stem}.py").write_bytes(shipped.original(listed))
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    monkeypatch.setenv("KITCHEN_PROGRESS", "on")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(magics, "_checked", {})
    return tmp_path


@pytest.fixture
def shell(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("IPYTHONDIR", str(workspace / ".ipython"))
    make: Any = InteractiveShell
    made = make()
    made.history_manager.enabled = False
    made.run_cell("%load_ext kitchen.notebook")
    yield made
    session.close()


def answer(shell: Any, cell: str) -> Any:
    """What a cell answers with."""
    done = shell.run_cell(cell)
    done.raise_error()
    return done.result


def record(workspace: Path, listed: Listed) -> dict[str, Any]:
    known = json.loads((workspace / ".kitchen" / "progress.json").read_text())
    found: dict[str, Any] = known["cases"][listed.stem]
    return found


def test_commands_answer_with_objects(shell: Any) -> None:
    assert answer(shell, "%kitchen run 7").figures["turned away"] == 45
    assert answer(shell, "%kitchen run 7 --service 2").served.service.number == 2
    assert answer(shell, "%kitchen run 7 --only 1-3").figures["delivered"] == 3
    assert not answer(shell, "%kitchen check 7")
    assert isinstance(answer(shell, "%kitchen timeline 7 --service 2"), session.Timeline)
    swept = answer(shell, "%kitchen sweep 7 --over crates=1..3")
    assert [row.value for row in swept.sweep.rows] == [1, 2, 3]
    assert answer(shell, "%kitchen sweep 7").sweep.number.name


def test_a_cell_is_an_attempt(shell: Any, listed: Listed) -> None:
    solution = shipped.solution(listed)
    assert answer(shell, f"%%kitchen check 7\n{solution}")
    assert answer(shell, f"%%kitchen run 7\n{solution}").figures["delivered"] == 50
    assert answer(shell, f"%%kitchen timeline 7\n{solution}").chart.peak[0] == 5
    assert answer(shell, f"%%kitchen sweep 7 --over limit=2\n{solution}").sweep.rows[0].peak == 2
    assert "restock" not in shell.user_ns, "it runs in a stove, and nowhere else"


def test_lines_are_those_of_the_cell(shell: Any) -> None:
    wrong = f"%%kitchen check 7\nimport asyncio\n{BODY}    return (\n"
    told = str(answer(shell, wrong))
    assert told.startswith("your cell, line 4: ")
    late = answer(shell, f"%%kitchen run 7\n{HEAD}{BODY}    raise ValueError('no')\n")
    assert 'File "your cell", line 6, in restock' in str(late)


def test_a_loop_without_end_in_a_cell_is_told(shell: Any) -> None:
    assert "your cell, line 6:" in str(answer(shell, f"%%kitchen run 7\n{BUSY}"))
    assert answer(shell, "%kitchen run 7").figures["turned away"] == 45


def test_a_verdict_on_a_cell_is_progress(shell: Any, workspace: Path, listed: Listed) -> None:
    assert not answer(shell, f"%%kitchen check 7\n{HEAD}{BODY}    pass\n")
    first = record(workspace, listed)
    assert (first["checks"], first["passed"]) == (1, False)
    solution = shipped.solution(listed)
    assert answer(shell, f"%%kitchen check 7 --services 9\n{solution}")
    assert record(workspace, listed)["passed"] is False, "fewer services don't make a pass"
    assert answer(shell, f"%%kitchen check 7\n{solution}")
    passed = record(workspace, listed)
    assert (passed["checks"], passed["passed"], passed["peak"]) == (3, True, 5)
    assert not answer(shell, "%kitchen check 7"), "the file is as it was"
    last = record(workspace, listed)
    assert (last["checks"], last["passed"], last["passing"]) == (4, True, False)


def test_somebody_elses_file_is_no_progress(shell: Any, workspace: Path, listed: Listed) -> None:
    (workspace / "other.py").write_text(shipped.solution(listed))
    assert answer(shell, "%kitchen check 7 --file other.py")
    assert not (workspace / ".kitchen").exists()


def test_nothing_is_noted_without_a_workspace(
    shell: Any, workspace: Path, listed: Listed, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    import kitchen.workspace

    monkeypatch.setattr(kitchen.workspace, "root", lambda: workspace / "notebooks")
    assert answer(shell, f"%%kitchen check 7\n{shipped.solution(listed)}")
    assert capsys.readouterr().err == ""
    shell.run_cell("%kitchen hint 7")
    assert "python -m kitchen init DIR" in capsys.readouterr().err
    assert not list(workspace.rglob(".kitchen"))


def test_a_hint_fits_what_was_checked_last(shell: Any, listed: Listed, capsys: Capture) -> None:
    fixed = ROOT / "tests" / "attempts" / listed.stem / "wrong_fixed_number_constant.py"
    answer(shell, f"%%kitchen check 7\n{fixed.read_text()}")
    case = listed.load()
    capsys.readouterr()
    shell.run_cell("%kitchen hint 7")
    first = capsys.readouterr().out
    place = case.hint_for(("fixed-number",))
    assert place != case.hint_for((case.intended,))
    assert " ".join(case.hints[place].tiers[0].split()) in " ".join(first.split())
    assert "hint 1 of 3" in first and "has changed" not in first
    shell.run_cell("%kitchen hint 7")
    assert "hint 2 of 3" in capsys.readouterr().out
    shell.run_cell("%kitchen hint 7 --tier 1")
    assert "hint 1 of 3" in capsys.readouterr().out
    answer(shell, f"%%kitchen check 7\n{shipped.solution(listed)}")
    shell.run_cell("%kitchen hint 7")
    assert "passes as it stands" in capsys.readouterr().out
    answer(shell, "%kitchen check 7")
    shell.run_cell("%kitchen hint 7")
    told = " ".join(capsys.readouterr().out.split())
    intended = case.hints[case.hint_for((case.intended,))].tiers[0]
    assert " ".join(intended.split()) in told


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ("%kitchen run 99", "no case called '99'"),
        ("%kitchen chek 7", "Did you mean `check`?"),
        ("%kitchen run", "required"),
        ("%kitchen run 7 --service 0", "no number from 1"),
        ("%kitchen run 7 --file nowhere.py", "there is no file nowhere.py"),
        ("%kitchen run 7 --only 900", "what isn't there"),
        ("%kitchen run 'seven", "No closing quotation"),
        ("%kitchen sweep 7 --over colour=1..2", "'colour' is no number"),
        ("%kitchen timeline 7 --json", "has no `--json`"),
        ("%kitchen watch 7", "for a terminal"),
        ("%kitchen notebook 7", "for a terminal"),
        ("%%kitchen hint 7\nx = 1", "not of hint"),
        ("%%kitchen\nx = 1", "not of menu"),
        ("%%kitchen check all\nx = 1", "no `all`"),
        ("%%kitchen run 7 --real\nx = 1", "no `--real`"),
        ("%%kitchen check 7 --file other.py\nx = 1", "the cell is the attempt"),
        ("%%kitchen check lab/cases/case07_semaphore.py\nx = 1", "the cell is the attempt"),
    ],
)
def test_bad_commands_are_a_paragraph(shell: Any, capsys: Capture, cell: str, says: str) -> None:
    assert answer(shell, cell) is None
    out, err = capsys.readouterr()
    assert says in err and err.startswith("kitchen: ")
    assert len(err.splitlines()) == 1
    assert out == ""


@pytest.mark.parametrize(
    "words", ["list", "run 7 --json", "run --help", "check 7 --format json", "solution 7 --yes", ""]
)
def test_other_commands_print_as_on_a_terminal(
    shell: Any, workspace: Path, capsys: Capture, words: str
) -> None:
    assert answer(shell, f"%kitchen {words}") is None
    printed = capsys.readouterr().out
    assert printed == command(*words.split(), cwd=workspace / "notebooks").stdout
    assert printed


def test_what_breaks_down_is_told(
    shell: Any, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: object, **more: object) -> None:
        raise BrokenDown("it was ended from outside")

    monkeypatch.setattr(session, "run", broken)
    assert answer(shell, "%kitchen run 7") is None
    assert "no verdict was reached: it was ended from outside" in capsys.readouterr().err


def test_it_can_be_loaded_again_and_unloaded(shell: Any) -> None:
    answer(shell, "%reload_ext kitchen.notebook")
    answer(shell, "%kitchen run 7")
    answer(shell, "%unload_ext kitchen.notebook")
    assert session._engine is None
    assert "not found" in str(shell.run_cell("%kitchen run 7").error_in_exec)
    assert "not found" in str(shell.run_cell("%%kitchen run 7\nx").error_in_exec)
    answer(shell, "%load_ext kitchen.notebook")
    assert answer(shell, "%kitchen run 7").figures["delivered"] == 5


def interrupt(process: subprocess.Popen[str], heard: threading.Event) -> None:
    """Ctrl-C, again and again, until it was heard; at last the end."""
    for _ in range(12):
        process.send_signal(signal.SIGINT)
        if heard.wait(5):
            return
    process.kill()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
@pytest.mark.parametrize("line", ["%%kitchen check 7 --services 10000", "%kitchen check all"])
def test_an_interrupted_check_leaves_nothing(line: str) -> None:
    slow = HEAD + BODY + "    for n in range(10**5): pass\n"
    cell = f"{line}\n{slow}" if line.startswith("%%") else line
    program = (
        "import signal, sys\n"
        # Whoever is started in the background has none.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell()\nshell.history_manager.enabled = False\n"
        "shell.run_cell('%load_ext kitchen.notebook')\n"
        "print('ready', flush=True)\n"
        "done = shell.run_cell(sys.argv[1])\n"
        "print(type(done.error_in_exec).__name__, flush=True)\n"
        "sys.stdin.readline()\n"
        "print(shell.run_cell('%kitchen run 7').result, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, cell], cwd=ROOT, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as running:  # fmt: skip
        assert running.stdin is not None and running.stdout is not None
        said = iter(running.stdout)
        assert next(said) == "ready\n"
        until(lambda: len(started_by(running.pid)) > 2)
        heard = threading.Event()
        # Python loses an interrupt that comes while it collects garbage. Who waits asks again.
        asking = threading.Thread(target=interrupt, args=(running, heard), daemon=True)
        asking.start()
        told = ""
        while (one := next(said, "it ended")) != "KeyboardInterrupt\n":
            assert one not in ("it ended", "NoneType\n"), told
            told += one
        heard.set()
        assert "engine.py" not in told, "where the lab was is of no use to a learner"
        until(lambda: not started_by(running.pid))
        killer = threading.Timer(60, running.kill)
        killer.start()
        out, _ = running.communicate("\n")
        killer.cancel()
        assert "turned away: 45" in out


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
def test_a_kernel_that_is_interrupted_goes_on(workspace: Path) -> None:
    from jupyter_client.manager import KernelManager

    manager: Any = KernelManager()
    path = {"PYTHONPATH": str(ROOT), "IPYTHONDIR": str(workspace / ".ipython")}
    manager.start_kernel(env={**os.environ, **path}, cwd=str(workspace / "notebooks"))
    client: Any = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        client.execute("%load_ext kitchen.notebook", reply=True, timeout=60)
        slow = HEAD + BODY + "    for n in range(10**5): pass\n"
        asked = client.execute(f"%%kitchen check 7 --services 10000\n{slow}")
        until(lambda: len(started_by(manager.provisioner.pid)) > 2)
        manager.interrupt_kernel()
        while (told := client.get_shell_msg(timeout=60))["parent_header"]["msg_id"] != asked:
            continue
        assert told["content"]["ename"] == "KeyboardInterrupt"
        until(lambda: not started_by(manager.provisioner.pid))
        again = "get_ipython().run_line_magic('kitchen', 'run 7').figures['delivered']"
        told = client.execute("", user_expressions={"n": again}, reply=True, timeout=60)
        assert told["content"]["user_expressions"]["n"]["data"]["text/plain"] == "5"
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
