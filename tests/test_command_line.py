"""The command line as its users meet it: a process of its own, its output, its exit code."""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import threading
import tomllib
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest

from kitchen import arguments, cli
from kitchen.catalog import Listed, listed
from kitchen.commands import stoves
from kitchen.judge.verdict import Diagnosis, Result, Verdict
from kitchen.report import patience
from kitchen.report.pen import Pen
from kitchen.report.text import print_verdict
from tests.conftest import HEAD, ROOT

SOLUTION = "solutions/case07_semaphore.py"

PASSES = """\
  PASS  all 50 crates are delivered, none turned away
  PASS  never more than 5 at once (peak 5)
  PASS  still concurrent: under 1.5 s (took 0.50 s)
  PASS  spoiled crates never wedge the line
  PASS  another limit is respected (3 and 8)
  PASS  a cancelled restock ends at once and leaves nothing running
"""


def kitchen(
    *arguments: str, cwd: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kitchen", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100", **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_run_prints_the_figures_of_the_file_as_shipped() -> None:
    done = kitchen("run", "7")
    assert done.stdout == "delivered:   5\nturned away: 45\ntook 0.06 s\n"
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("case", listed(), ids=lambda case: case.stem)
def test_to_run_a_case_as_shipped_is_no_failure_whatever_it_shows(case: Listed) -> None:
    done = kitchen("run", str(case.number))
    assert (done.returncode, done.stderr) == (0, "")


def test_a_file_that_hangs_fails_unless_it_is_as_shipped(tmp_path: Path) -> None:
    shipped = (ROOT / "lab/cases/case12_hung_worker.py").read_text()
    assert "Deadlock" in kitchen("run", "12").stdout
    (tmp_path / "mine.py").write_text(f"{shipped}\n# touched\n")
    done = kitchen("run", "12", "--file", str(tmp_path / "mine.py"))
    assert "Deadlock" in done.stdout and done.returncode == 1


@pytest.mark.parametrize("name", ["07", "case07", "semaphore", "case07_semaphore", "CASE7"])
def test_a_case_has_several_names(name: str) -> None:
    assert "turned away: 45" in kitchen("run", name).stdout


def test_a_case_may_be_named_by_its_files_path() -> None:
    assert "delivered:   5\n" in kitchen("run", "lab/cases/case07_semaphore.py").stdout
    assert "delivered:   50\n" in kitchen("run", SOLUTION).stdout


def test_check_of_the_solution() -> None:
    done = kitchen("check", "7", "--file", SOLUTION)
    assert (done.stdout, done.stderr, done.returncode) == (PASSES, "", 0)


def test_check_of_the_file_as_shipped_names_the_mistake_and_how_to_see_it_again() -> None:
    done = kitchen("check", "7")
    lines = done.stdout.splitlines()
    assert done.returncode == 1
    assert lines[0] == (
        "  FAIL  all 50 crates are delivered, none turned away (5 delivered, 45 turned away)"
    )
    assert "nothing holds any of them back" in " ".join(lines)
    assert "        replay: python -m kitchen run 7 --service 1" in lines


def test_a_replay_line_repeats_what_was_shown() -> None:
    done = kitchen("check", "7", "--format", "json")
    for check in json.loads(done.stdout)["checks"]:
        if check["replay"]:
            words = check["replay"].split()[3:]
            again = json.loads(kitchen(*words, "--json").stdout)
            assert again["service"] == check["service"]


def test_check_of_a_failing_file_elsewhere_replays_that_file(tmp_path: Path) -> None:
    file = tmp_path / "my attempt.py"
    file.write_text(HEAD + "async def restock(supplier, crates):\n    print('hello')\n")
    done = kitchen("check", "7", "--file", str(file))
    assert f"replay: python -m kitchen run 7 --service 1 --file '{file}'" in done.stdout
    assert done.stdout.rstrip().endswith("hello")


def test_run_as_json_has_figures_and_ledger() -> None:
    run = json.loads(kitchen("run", "7", "--json").stdout)
    assert run["figures"] == {"delivered": 5, "turned away": 45}
    assert run["peak"] == 50
    assert sum(event["event"] == "refused" for event in run["ledger"]) == 45


def test_check_as_junit_counts_its_failures() -> None:
    suite = ElementTree.fromstring(kitchen("check", "7", "--format", "junit").stdout)[0]
    assert suite.get("tests") == "6"
    assert suite.get("failures") == str(len(suite.findall("testcase/failure")))
    assert suite.find("testcase/failure") is not None


def test_a_report_goes_to_a_file_whole(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = kitchen("check", "7", "--file", SOLUTION, "--format", "json", "--output", str(report))
    assert (done.stdout, done.returncode) == ("", 0)
    assert json.loads(report.read_text())["passed"] is True
    assert [path.name for path in tmp_path.iterdir()] == ["report.json"]


def test_check_all_heads_each_case() -> None:
    heads = re.findall(r"^case .*", kitchen("check", "all", "--services", "3").stdout, re.MULTILINE)
    assert heads == [f"case {case.number} ({case.stem})" for case in listed()]


def test_fewer_services_are_fewer() -> None:
    verdict = json.loads(kitchen("check", "7", "--services", "4", "--format", "json").stdout)
    assert verdict["services"] == 4
    assert "spoiled crates never wedge the line" not in [c["title"] for c in verdict["checks"]]


def test_list_and_the_bare_command_show_every_case() -> None:
    for command, told in ((["list"], "name"), ([], "title")):
        done = kitchen(*command)
        assert done.returncode == 0
        for case in listed():
            assert f"{case.number:>2}  {getattr(case, told)}" in done.stdout


def test_help_names_every_command() -> None:
    page = kitchen("--help").stdout
    for word in ("run", "check", "list", "author", "Exit codes"):
        assert word in page
    assert "--service" in kitchen("run", "--help").stdout


COMMANDS = (
    "run", "check", "sweep", "watch", "read", "hint", "solution", "next", "list", "reset", "init",
    "doctor", "notebook", "author",
)  # fmt: skip
TOOLS = ("author check", "author mutate", "author new", "author notebooks", "author pack")


@pytest.mark.parametrize("command", COMMANDS + TOOLS)
def test_help_of_a_command_says_what_it_does_and_shows_it(command: str) -> None:
    done = kitchen(*command.split(), "--help")
    assert done.returncode == 0
    does = done.stdout.split("\n\n")[1]
    assert does.rstrip().endswith(".")
    (example,) = (line for line in done.stdout.splitlines() if line.startswith("example: "))
    said = example.removeprefix("example: python -m kitchen ").split()
    assert arguments.parse(said).command.startswith(command)


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys; from kitchen.cli import main\n"
        "try: main(['check', '--help'])\n"
        "except SystemExit: print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    loaded = {name for name in done.stdout.split() if name.startswith("kitchen")}
    light = ("arguments", "cli", "commands", "commands.output", "commands.stoves")
    also = ("errors", "exits")
    assert loaded == {"kitchen", *(f"kitchen.{name}" for name in light + also)}


def test_the_version_is_that_of_the_package() -> None:
    done = kitchen("--version")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert (done.stdout, done.returncode) == (f"kitchen {project['version']}\n", 0)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["run", "99"], "no case called '99'"),
        (["run", "semaphor"], "Did you mean `semaphore`?"),
        (["run"], "required"),
        (["dance"], "'dance' is not a command: run, check, sweep, watch, read"),
        (["rn", "7"], "Did you mean `run`?"),
        (["author", "mutat", "7"], "Did you mean `mutate`?"),
        (["check", "semafore"], "Did you mean `semaphore`?"),
        (
            ["check", "7", "--service", "3"],
            "arguments: --service 3. `python -m kitchen check --help`",
        ),
        (["author", "check", "7", "8"], "arguments: 8. `python -m kitchen author check --help`"),
        (["--reel"], "unrecognized arguments: --reel. `python -m kitchen --help`"),
        (["run", SOLUTION.replace("case07", "my")], "no case called"),
        (["run", "README.md"], "say at which case: `python -m kitchen check 7 --file PATH`"),
        (["run", "7", "--service", "0"], "no number from 1"),
        (["run", "7", "--only", "4-1"], "no list of numbers"),
        (["run", "7", "--service", "2", "--only", "51"], "service 2 has crates 1 to 50"),
        (["check", "7", "--services", "many"], "no number from 1"),
        (["check", "7", "--file", "nowhere.py"], "no file nowhere.py"),
        (["check", "7", "--file", "lab"], "is a folder"),
        (["check", "all", "--file", SOLUTION], "name the case"),
        (["check", "7", "--format", "xml"], "'xml' is not a value of --format: text, json, junit"),
        (["check", "7", "--output", "no/such/folder/x"], "can't be written"),
    ],
)
def test_a_bad_call_is_told_in_a_paragraph(arguments: list[str], says: str) -> None:
    done = kitchen(*arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("async def restock(supplier, crates)\n", "line 4: SyntaxError"),
        ("async def restok(supplier, crates): ...\n", "Is it the one now called `restok`?"),
    ],
)
def test_a_file_at_fault_ends_with_2(tmp_path: Path, code: str, says: str) -> None:
    file = tmp_path / "attempt.py"
    file.write_text(HEAD + code)
    for command in ("run", "check"):
        done = kitchen(command, "7", "--file", str(file))
        assert done.returncode == 2
        assert says in " ".join(done.stderr.split())  # broken where the file's name is long
        assert "Traceback" not in done.stderr
    verdict = json.loads(kitchen("check", "7", "--file", str(file), "--format", "json").stdout)
    assert verdict["fault"]["text"]
    assert verdict["passed"] is False


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("x = 'caf\xe9'\n".encode("latin-1"), "line 1: it is not written in utf-8"),
        ("def restock(): ...\n".encode("utf-16"), "line 1: it is not written in utf-8"),
        (b"#\n#\n# caf\xe9\n", "line 3: it is not written in utf-8"),
        (b"# coding: klingon\n", "SyntaxError: unknown encoding: klingon"),
    ],
)
def test_letters_that_are_no_utf_8_are_said_to_be_so(
    tmp_path: Path, written: bytes, says: str
) -> None:
    file = tmp_path / "attempt.py"
    file.write_bytes(written)
    done = kitchen("check", "7", "--file", str(file))
    assert done.returncode == 2
    said = " ".join(done.stderr.split())
    assert says in said
    assert ("Save it as UTF-8." in said) == ("utf-8" in says)


@pytest.mark.parametrize("command", ["run", "check", "sweep"])
def test_links_in_a_circle_are_a_file_that_cannot_be_read(tmp_path: Path, command: str) -> None:
    file = tmp_path / "attempt.py"
    file.symlink_to(file)
    done = kitchen(command, "7", "--file", str(file))
    assert done.returncode == 2
    assert done.stderr == f"kitchen: {file} can't be read: Too many levels of symbolic links.\n"


@pytest.mark.parametrize("command", ["doctor", "run 7", "check 7"])
def test_without_a_folder_for_temporary_files_it_says_what_to_set(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    def refuse(path: str, mode: int) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "mkdir", refuse)
    assert cli.main(command.split()) == 2
    assert capsys.readouterr().err == (
        "kitchen: there is no folder for temporary files: set TMPDIR to one that can be written.\n"
    )


@pytest.mark.parametrize("tool", ["check 7", "mutate 7", "new 8 retry", "notebooks 7", "pack"])
def test_a_workspace_is_no_place_for_an_authors_tools(tmp_path: Path, tool: str) -> None:
    (tmp_path / "lab/cases").mkdir(parents=True)
    done = kitchen("author", *tool.split(), cwd=tmp_path)
    assert done.returncode == 2
    assert f"you are in the workspace {tmp_path}. Go to a clone" in done.stderr
    assert done.stdout == ""


def test_a_megabyte_is_no_attempt(tmp_path: Path) -> None:
    file = tmp_path / "attempt.py"
    file.write_bytes(b"#" * (1 << 20) + b"\n")
    assert "more than a megabyte" in kitchen("check", "7", "--file", str(file)).stderr


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("    raise ValueError('burnt')", "ValueError: burnt"),
        ("    import sys; sys.exit(0)", "sys.exit(0)"),
        ("    await asyncio.Event().wait()", "Deadlock"),
    ],
)
def test_a_run_that_crashes_or_hangs_ends_with_1(tmp_path: Path, code: str, says: str) -> None:
    file = tmp_path / "attempt.py"
    file.write_text(HEAD + "async def restock(supplier, crates):\n" + code + "\n")
    done = kitchen("run", "7", "--file", str(file))
    assert done.returncode == 1
    assert done.stdout.startswith("delivered:   0\n")
    assert says in done.stdout
    assert "kitchen/" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("    while True: print('x' * 1000)", "more than the kitchen takes: 4 MB."),
        ("    open('/etc/shadow')", "other files, and other programs, are out of its reach."),
        ("    open('/nowhere')", "No such file or directory: '/nowhere'. /"),
    ],
)
def test_an_error_that_is_the_kitchens_wall_is_said_to_be_one(
    tmp_path: Path, code: str, says: str
) -> None:
    file = tmp_path / "attempt.py"
    file.write_text(HEAD + f"async def restock(supplier, crates):\n{code}\n")
    assert says in " ".join(kitchen("check", "7", "--file", str(file)).stdout.split())


def test_where_several_calls_raise_each_is_named(tmp_path: Path) -> None:
    file = tmp_path / "attempt.py"
    file.write_text("def take_delivery(office, supplier, item):\n    raise ValueError(item)\n")
    out = kitchen("run", "18", "--file", str(file)).stdout
    assert out.count("In call ") == out.count("Traceback") == out.count("ValueError: ") > 1
    assert "\n\nIn call 1:\nTraceback" in out


def test_what_the_code_prints_is_shown_clean_under_a_rule(tmp_path: Path) -> None:
    file = tmp_path / "attempt.py"
    file.write_text(
        HEAD + "async def restock(supplier, crates):\n"
        "    print('PASS \\x1b[2J all \\u202e')\n"
        "    import sys; print('to stderr', file=sys.stderr)\n"
        "    sys.stdout.buffer.write(b'\\xff\\n')\n"
    )
    out = kitchen("run", "7", "--file", str(file)).stdout
    assert "── what it printed ──" in out
    assert "PASS \\x1b[2J all \\u202e\nto stderr\n\\xff\n" in out
    assert "\x1b" not in out


def test_files_beside_the_attempt_are_not_imported(tmp_path: Path) -> None:
    for name in ("conftest.py", "sitecustomize.py", "usercustomize.py", "asyncio.py", "json.py"):
        (tmp_path / name).write_text("raise SystemExit('imported')\n")
    (tmp_path / "kitchen").mkdir()
    (tmp_path / "kitchen" / "__init__.py").write_text("raise SystemExit('imported')\n")
    file = tmp_path / "attempt.py"
    file.write_text((ROOT / SOLUTION).read_text())
    done = kitchen("check", "7", "--file", str(file))
    assert (done.stdout, done.returncode) == (PASSES, 0)


def test_a_reader_who_has_seen_enough_raises_nothing() -> None:
    command = f"'{sys.executable}' -m kitchen check 7 | head -n 1"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout.startswith("  FAIL")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", "7"], 1),
        (["check", "all", "--services", "1"], 1),
        (["check", "7", "--format", "json"], 1),
        (["check", "7", "--file", SOLUTION], 0),
        (["run", "7"], 0),
        (["run", "99"], 2),
        (["list"], 0),
        (["author", "check", "7"], 1),
    ],
)
def test_the_verdict_stands_though_nobody_reads_it(
    arguments: list[str], code: int, unbuffered: str
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as nobody:
        done = subprocess.run(
            [sys.executable, "-m", "kitchen", *arguments],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": unbuffered},
            stdout=nobody, stderr=subprocess.PIPE, text=True, timeout=60,
        )  # fmt: skip
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert "Broken" not in done.stderr


def test_a_result_is_one_line_for_those_who_search_them() -> None:
    def results(columns: str) -> list[str]:
        lines = kitchen("check", "7", COLUMNS=columns).stdout.splitlines()
        return [line for line in lines if line.startswith(("  PASS", "  FAIL"))]

    assert results("40") == results("200")
    assert len(max(results("40"), key=len)) > 80


def test_a_replay_line_that_was_printed_is_not_printed_again() -> None:
    def failed(title: str, name: str, service: int) -> Result:
        told = Diagnosis(name, f"the text of {name}")
        again = f"python -m kitchen run 7 --service {service}"
        return Result(title, False, "", 9, service, "conditions", told, again)

    results = (
        failed("a", "no-gate", 1),
        failed("b", "no-gate", 1),
        failed("c", "no-gate", 2),
        failed("d", "other", 2),
    )
    page = io.StringIO()
    print_verdict(Verdict(7, "stem", "file.py", 9, results), Pen(page))
    replays = [f"        replay: python -m kitchen run 7 --service {n}" for n in range(3)]
    assert [line for line in page.getvalue().splitlines() if "conditions" not in line] == [
        "  FAIL  a",
        "        the text of no-gate",
        replays[1],
        "  FAIL  b",
        "        the same as above",
        "  FAIL  c",
        "        the same as above",
        replays[2],
        "  FAIL  d",
        "        the text of other",
        replays[2],
    ]


def test_an_error_in_a_group_is_shown_with_where_the_group_was(tmp_path: Path) -> None:
    file = tmp_path / "attempt.py"
    file.write_text(
        HEAD + "async def order(crate):\n"
        "    raise ValueError(crate)\n"
        "async def restock(supplier, crates):\n"
        "    async with asyncio.TaskGroup() as group:\n"
        "        group.create_task(order(crates[0]))\n"
    )
    shown = kitchen("run", "7", "--file", str(file)).stdout
    assert [line for line in shown.splitlines() if line.startswith("  File")] == [
        f'  File "{file}", line 7, in restock',
        f'  File "{file}", line 5, in order',
    ]
    assert "(first: ValueError: 1)" in shown


# --- whoever waits before a terminal ------------------------------------------------------------


class Terminal(io.StringIO):
    def __init__(self) -> None:
        super().__init__()
        self.written = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.written.set()
        return super().write(text)


LINE = "\r\x1b[K  case 7 is being served: 0 s"


def test_a_long_wait_is_told_in_a_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(patience, "AFTER", 0)
    terminal = Terminal()
    with patience.asked_for("case 7", terminal):
        assert terminal.written.wait(30)
    assert terminal.getvalue() == LINE + "\r\x1b[K"


def test_a_short_wait_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    with patience.asked_for("case 7", terminal):
        pass
    assert terminal.getvalue() == ""


def test_no_wait_is_told_to_a_pipe_or_a_dumb_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "AFTER", 0)
    monkeypatch.setenv("TERM", "dumb")
    dumb, pipe = Terminal(), io.StringIO()
    before = threading.active_count()
    with patience.asked_for("case 7", dumb):
        assert threading.active_count() == before
    monkeypatch.setenv("TERM", "xterm")
    with patience.asked_for("case 7", pipe):
        assert threading.active_count() == before


def test_a_bar_tells_how_many_are_done_and_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    terminal, pipe = Terminal(), io.StringIO()
    for out in (terminal, pipe):
        with patience.Bar(4, out) as bar:
            bar.at(1)
            bar.lift()
    half = "\r\x1b[K  [" + "#" * 7 + "." * 23 + "] 1 of 4"
    assert terminal.getvalue() == half + "\r\x1b[K" * 2
    assert pipe.getvalue() == ""


def test_a_bar_tells_how_long_the_rest_will_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    now = 100.0
    monkeypatch.setattr(patience, "monotonic", lambda: now)
    terminal = Terminal()
    with patience.Bar(10, terminal) as bar:
        now += 30
        bar.at(4)
    assert "4 of 10, 0:45 left" in terminal.getvalue()


@pytest.mark.parametrize("command", ["run", "check"])
def test_both_commands_tell_who_waits(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    @contextlib.contextmanager
    def asked_for(what: str, out: object) -> Iterator[None]:
        assert out is sys.stderr
        told.append(what)
        yield

    monkeypatch.setattr(patience, "asked_for", asked_for)
    monkeypatch.setattr(stoves, "end_in_order_on_signals", lambda: None)
    cli.main([command, "7", "--file", str(ROOT / SOLUTION)])
    assert told == ["case 7"]


def test_a_locale_that_knows_no_rule_line_gets_another(tmp_path: Path) -> None:
    file = tmp_path / "attempt.py"
    file.write_text(HEAD + "async def restock(supplier, crates):\n    print('h\\u00e9')\n")
    done = kitchen("run", "7", "--file", str(file), PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_the_editors_run_button_hands_the_file_to_the_lab() -> None:
    done = subprocess.run(
        [sys.executable, "lab/cases/case07_semaphore.py"],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.stdout == "delivered:   5\nturned away: 45\ntook 0.06 s\n"
    assert done.returncode == 0


def test_the_run_button_takes_what_run_takes() -> None:
    def pressed(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "lab/cases/case07_semaphore.py", *arguments],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip

    assert "(service 3: " in pressed("--service", "3").stdout
    refused = pressed("--reel")
    assert refused.returncode == 2
    assert "unrecognized arguments: --reel" in refused.stderr


def test_no_process_and_no_folder_is_left_behind(tmp_path: Path) -> None:
    done = kitchen("check", "7", TMPDIR=str(tmp_path))
    assert done.returncode == 1
    assert list(tmp_path.iterdir()) == []


def test_a_report_that_gives_up_and_asks_again_has_waited_all_the_while() -> None:
    done = kitchen("run", "16", "--service", "6", "--file", "solutions/case16_ageing.py")
    assert "the report waited: 2.14 s\n" in done.stdout
