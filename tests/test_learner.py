"""The learner's side of the command line: menu, next, read, hint, solution, reset, init."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kitchen import catalog
from tests.conftest import ROOT
from tests.terminal import SHIPPED, SOLUTION, at_terminal, environment, workspace

LISTED = catalog.listed()
CHAPTER = (ROOT / "lab/chapters/case07_semaphore.md").read_text()


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    return workspace(tmp_path)


def kitchen(folder: Path, *arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "kitchen", *arguments],
        cwd=folder, env=environment(folder, **{"COLUMNS": "80", **more}),
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def said(folder: Path, *arguments: str, **more: str) -> str:
    """What a command prints that has nothing to complain about."""
    done = kitchen(folder, *arguments, **more)
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


def refused(folder: Path, *arguments: str, **more: str) -> str:
    """The paragraph that a command has for a bad call, in a line."""
    done = kitchen(folder, *arguments, **more)
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.startswith("kitchen: ")
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


def case_file(lab: Path) -> Path:
    return lab / "lab/cases/case07_semaphore.py"


def cases(lab: Path) -> dict[str, dict[str, object]]:
    known: dict[str, dict[str, object]] = json.loads((lab / ".kitchen/progress.json").read_text())[
        "cases"
    ]
    return known


def seven(lab: Path, **record: object) -> None:
    """As if this were known of case 7."""
    (lab / ".kitchen").mkdir(exist_ok=True)
    told = {"cases": {"case07_semaphore": {"order": 1, **record}}}
    (lab / ".kitchen/progress.json").write_text(json.dumps(told))


# --- menu, next ---------------------------------------------------------------------------------


def test_the_first_start_says_what_this_is_and_where_to_begin(lab: Path) -> None:
    lines = said(lab).splitlines()
    about = lines[lines.index("") + 1 : -6]
    assert len(about) == 3, "below the list, so that it is in view however long that is"
    assert about[0].startswith("A lab for Python's concurrency, told as a restaurant kitchen.")
    assert " ".join(about).endswith("No case needs another one to be done before.")
    parts = [int(line[0]) for line in lines if re.match(r"\d\. ", line)]
    assert parts == sorted({case.part for case in LISTED})
    places = [lines.index(f"{case.number:>4}  {case.title}") for case in LISTED]
    assert places == sorted(places)
    assert lines[-5:] == [
        "Begin with 7, or with any other:",
        "  python -m kitchen run 7    what goes wrong, in numbers",
        "  python -m kitchen read 7   its chapter",
        "  python -m kitchen watch 7  check it whenever you save it",
        "`python -m kitchen --help` shows all commands.",
    ]
    assert not (lab / ".kitchen").exists(), "nobody has done anything yet"


def test_the_menu_tells_what_was_tried_passed_and_left(lab: Path) -> None:
    kitchen(lab, "run", "11")
    case_file(lab).write_text(SOLUTION)
    assert kitchen(lab, "check", "7").returncode == 0
    assert kitchen(lab, "next", "--skip").stdout.startswith("Case 10 is left for later.\n")
    states = {
        int(match[1]): match[2].split("  ")[-1].strip()
        for line in said(lab).splitlines()
        if (match := re.match(r" {2,3}(\d+)  (.*)", line))
    }
    assert states[7] == "passed: 0.50 s, peak 5"
    assert states[10] == "for later"
    assert states[11] == "tried"
    assert states[12] == "A hung worker"
    assert "Go on with 11, or with any other:" in said(lab)
    assert "A lab for" not in said(lab)


def test_a_worse_pass_and_a_later_fail_leave_the_best_one(lab: Path) -> None:
    seven(lab, passed=True, took=0.25, peak=9, order=1)
    case_file(lab).write_text(SOLUTION)
    kitchen(lab, "check", "7")
    assert "passed: 0.25 s, peak 9" in said(lab)
    case_file(lab).write_text(SHIPPED)
    assert kitchen(lab, "check", "7").returncode == 1
    assert "passed: 0.25 s, peak 9" in said(lab)
    assert cases(lab)["case07_semaphore"]["passing"] is False


def test_fewer_services_are_no_pass_and_another_file_is_no_try(lab: Path) -> None:
    elsewhere = lab / "mine.py"
    elsewhere.write_text(SOLUTION)
    assert kitchen(lab, "check", "7", "--file", "mine.py").returncode == 0
    assert kitchen(lab, "run", "7", "--file", "mine.py").returncode == 0
    assert not (lab / ".kitchen").exists()
    case_file(lab).write_text(SOLUTION)
    assert kitchen(lab, "check", "7", "--services", "9").returncode == 0
    record = cases(lab)["case07_semaphore"]
    assert (record["checks"], record["passed"]) == (1, False)


def test_next_names_a_case_and_what_to_do_with_it(lab: Path) -> None:
    assert said(lab, "next").splitlines() == [
        "case 7, semaphore: Limits and backpressure",
        "  edit lab/cases/case07_semaphore.py",
        "  python -m kitchen run 7    what goes wrong, in numbers",
        "  python -m kitchen read 7   its chapter",
        "  python -m kitchen check 7  grade your fix",
        "  python -m kitchen hint 7   a little help",
    ]
    assert said(lab / "lab", "next").splitlines()[1] == "  edit cases/case07_semaphore.py"


def test_everything_can_be_skipped_and_the_last_one_stays(lab: Path) -> None:
    for case, following in zip(LISTED, [*LISTED[1:], LISTED[0]], strict=True):
        lines = said(lab, "next", "--skip").splitlines()
        assert lines[0] == f"Case {case.number} is left for later."
        assert lines[1].startswith(f"case {following.number}, ")
    kitchen(lab, "run", "10")  # taken up again
    assert said(lab, "next").startswith("case 10, ")


def test_the_last_case_that_is_open_can_only_be_left_for_itself(lab: Path) -> None:
    (lab / ".kitchen").mkdir()
    done = {case.stem: {"passed": True, "order": 1} for case in LISTED[1:]}
    (lab / ".kitchen/progress.json").write_text(json.dumps({"cases": done}))
    for _ in range(2):
        assert said(lab, "next", "--skip").splitlines()[:3] == [
            "Case 7 is left for later.",
            "No other case is open: it is the last one.",
            "case 7, semaphore: Limits and backpressure",
        ]


def test_when_all_is_passed_it_says_so(lab: Path) -> None:
    (lab / ".kitchen").mkdir()
    done = {case.stem: {"passed": True, "order": 1} for case in LISTED}
    (lab / ".kitchen/progress.json").write_text(json.dumps({"cases": done}))
    assert "Every case is passed." in said(lab)
    assert said(lab, "next") == "Every case is passed.\n"
    assert said(lab, "next", "--skip") == "Every case is passed.\n"


@pytest.mark.parametrize("command", [[], ["next"], ["hint", "7"]])
def test_a_narrow_terminal_breaks_between_words(lab: Path, command: list[str]) -> None:
    seven(lab, passed=True, took=0.5, peak=5)
    lines = said(lab, *command, COLUMNS="40").splitlines()
    example = "`python -m kitchen --help` shows all commands."
    assert [line for line in lines if len(line) > 40 and line != example] == []
    wide = said(lab, *command, COLUMNS="200").split()
    if command != ["hint", "7"]:
        assert " ".join(lines).split() == wide


# --- read ---------------------------------------------------------------------------------------


def test_in_a_pipe_the_chapter_is_as_it_is_written(lab: Path) -> None:
    assert said(lab, "read", "7") == CHAPTER
    assert said(lab, "read", "7", "--plain") == CHAPTER


def test_on_a_terminal_the_chapter_is_laid_out_and_paged(lab: Path) -> None:
    with at_terminal(lab, "read", "7") as terminal:
        terminal.until("Case 7", ":")
        assert "# Case 7" not in terminal.text
        assert "**" not in terminal.text
        terminal.press("G")
        terminal.until("(END)")
        terminal.press("q")
        assert terminal.ended() == 0


@pytest.mark.parametrize(
    "more", [{"TERM": "dumb"}, {"PAGER": "cat"}, {"PAGER": "no-such-pager"}, {"NO_COLOR": "1"}]
)
@pytest.mark.parametrize("columns", [40, 80, 200])
def test_on_any_terminal_the_whole_chapter_can_be_read(
    lab: Path, columns: int, more: dict[str, str]
) -> None:
    rows = 2000 if "NO_COLOR" in more else 24
    with at_terminal(lab, "read", "7", rows=rows, columns=columns, **more) as terminal:
        assert terminal.ended() == 0
    raw = terminal.raw.decode()
    assert (b"\x1b[" in terminal.raw) == ("PAGER" in more)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", raw)
    prose = re.sub(r"```.*?```|`[^`]*`|^\|.*?$", " ", CHAPTER, flags=re.DOTALL | re.MULTILINE)
    words = re.findall(r"[a-z]{9,}", prose)
    assert len(words) > 50
    assert ";40m" not in raw, "whose ground is light has no black in it"
    assert [word for word in words if word not in plain] == []
    assert max(len(line) for line in plain.split("\r\n")) <= min(columns, 100)


@pytest.mark.parametrize("more", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"}])
@pytest.mark.parametrize(
    "command", [[], ["list"], ["next"], ["read", "7"], ["hint", "7"], ["solution", "7", "--yes"]]
)
def test_a_poor_alphabet_is_enough(lab: Path, command: list[str], more: dict[str, str]) -> None:
    assert said(lab, *command, **more)


@pytest.mark.parametrize(
    "command", [[], ["list"], ["next"], ["read", "7"], ["hint", "7"], ["solution", "7", "--yes"]]
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_who_has_seen_enough_raises_nothing(
    lab: Path, command: list[str], unbuffered: str
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as nobody:
        done = subprocess.run(
            [sys.executable, "-m", "kitchen", *command],
            cwd=lab, env=environment(lab, PYTHONUNBUFFERED=unbuffered),
            stdin=subprocess.DEVNULL, stdout=nobody, stderr=subprocess.PIPE, timeout=120,
        )  # fmt: skip
    assert (done.stderr, done.returncode) == (b"", 0)


# --- hint ---------------------------------------------------------------------------------------


def test_hints_come_in_tiers_and_the_last_one_stays(lab: Path) -> None:
    heads = [said(lab, "hint", "7").splitlines()[0] for _ in range(4)]
    assert heads == ["hint 1 of 3", "hint 2 of 3", "hint 3 of 3", "hint 3 of 3"]
    assert said(lab, "hint", "7").endswith("That is all of it; `solution 7` shows the whole.\n")
    assert said(lab, "hint", "7", "--tier", "1").startswith("hint 1 of 3\n")
    assert said(lab, "hint", "7").startswith("hint 3 of 3\n"), "what was told stays told"


def test_the_hint_is_for_what_the_last_check_found(lab: Path) -> None:
    case = catalog.find("7").load()
    assert case.hint_for([case.intended]) == case.hint_for(["no such mistake"])
    for place, hint in enumerate(case.hints):
        for mistake in sorted(hint.mistakes)[:1]:
            seven(lab, diagnoses=["", mistake], checks=1, source="1-00000000")
            told = said(lab, "hint", "7", COLUMNS="100")
            assert "This is about what was checked last" in told
            assert " ".join(hint.tiers[0].split()) in " ".join(told.split())
            known = cases(lab)["case07_semaphore"]
            assert known["tiers"] == {str(place): 1}
    plain = case.hints[case.hint_for([case.intended])].tiers[0]
    for diagnoses in ([], ["no such mistake"]):
        seven(lab, diagnoses=diagnoses, checks=1)
        assert " ".join(plain.split()) in " ".join(said(lab, "hint", "7").split())


def test_a_check_decides_which_hint(lab: Path) -> None:
    assert kitchen(lab, "check", "7").returncode == 1
    assert said(lab, "hint", "7").startswith("hint 1 of 3\n")
    case_file(lab).write_text(SHIPPED + "# another\n")
    assert said(lab, "hint", "7").startswith("(This is about what was checked last, and your")
    case_file(lab).write_text(SOLUTION)
    assert kitchen(lab, "check", "7").returncode == 0
    assert said(lab, "hint", "7").startswith("Case 7 passes as it stands.")


@pytest.mark.parametrize("tiers", [{"0": -9}, {"0": 99}, {"0": "x"}, {"9": 1}])
def test_odd_tiers_are_no_trouble(lab: Path, tiers: dict[str, object]) -> None:
    seven(lab, tiers=tiers)
    assert "hint " in said(lab, "hint", "7")


# --- solution -----------------------------------------------------------------------------------


def test_the_solution_is_for_those_who_passed_or_say_so(lab: Path) -> None:
    assert "`hint 7` helps in three steps" in refused(lab, "solution", "7")
    assert said(lab, "solution", "7", "--yes") == SOLUTION
    seven(lab, passed=True)
    assert said(lab, "solution", "7") == SOLUTION


@pytest.mark.parametrize("answer", ["y\r", "Yes\r"])
def test_who_asks_at_a_terminal_is_asked(lab: Path, answer: str) -> None:
    with at_terminal(lab, "solution", "7", rows=200) as terminal:
        terminal.until("Show the solution all the same? [y/N]")
        assert "Case 7, solved" not in terminal.text
        terminal.press(answer)
        assert terminal.ended() == 0
        assert "Case 7, solved" in terminal.text


@pytest.mark.parametrize(
    ("answer", "code"), [("\r", 2), ("n\r", 2), ("\x04", 2), ("what?\r", 2), ("\x03", 130)]
)
def test_who_says_no_sees_nothing(lab: Path, answer: str, code: int) -> None:
    with at_terminal(lab, "solution", "7", rows=200) as terminal:
        terminal.until("Show the solution all the same? [y/N]")
        terminal.press(answer)
        assert terminal.ended() == code
        assert "Case 7, solved" not in terminal.text
        assert "Traceback" not in terminal.text


def test_the_difference_is_a_patch_that_makes_the_solution(lab: Path) -> None:
    patch = said(lab, "solution", "7", "--diff", "--yes")
    assert patch.startswith("--- lab/cases/case07_semaphore.py\n+++ solutions/case07_semaphore.py")
    if shutil.which("patch"):
        subprocess.run(
            ["patch", "-s", "lab/cases/case07_semaphore.py"],
            cwd=lab, input=patch, text=True, check=True,
        )  # fmt: skip
        assert case_file(lab).read_text() == SOLUTION
    case_file(lab).write_text(SOLUTION)
    same = "Your file is the solution, letter by letter.\n"
    assert said(lab, "solution", "7", "--diff", "--yes") == same
    case_file(lab).write_bytes(b"\xff\xfe\x00")
    assert "\n-\\xff\\xfe" in said(lab, "solution", "7", "--diff", "--yes")


# --- reset --------------------------------------------------------------------------------------


def backups(lab: Path) -> list[str]:
    folder = lab / ".kitchen/backups"
    return sorted(path.read_text() for path in folder.iterdir()) if folder.exists() else []


def test_reset_keeps_what_was_written_and_says_where(lab: Path) -> None:
    case_file(lab).write_text("mine\n")
    told = said(lab, "reset", "7")
    match = re.fullmatch(
        r"lab/cases/case07_semaphore\.py is as it was shipped again; yours is kept in "
        r"(\.kitchen/backups/case07_semaphore\.[\d-]+\.py)\.\n",
        told,
    )
    assert match is not None, told
    assert (lab / match[1]).read_text() == "mine\n"
    assert case_file(lab).read_text() == SHIPPED
    assert (
        said(lab, "reset", "7") == "lab/cases/case07_semaphore.py is as it was shipped already.\n"
    )
    assert backups(lab) == ["mine\n"]


def test_every_reset_keeps_one_more_however_quickly(lab: Path) -> None:
    for number in range(4):
        case_file(lab).write_text(f"{number}\n")
        said(lab, "reset", "7")
    assert backups(lab) == ["0\n", "1\n", "2\n", "3\n"]


def test_a_file_that_is_gone_is_made_again(lab: Path) -> None:
    case_file(lab).unlink()
    assert said(lab, "reset", "7") == "lab/cases/case07_semaphore.py is as it was shipped again.\n"
    assert case_file(lab).read_text() == SHIPPED


def test_reset_all_restores_those_that_differ(lab: Path) -> None:
    seven(lab, passed=True)
    for name in ("case07_semaphore", "case13_dispatcher"):
        (lab / f"lab/cases/{name}.py").write_text(f"my {name}\n")
    lines = said(lab, "reset", "all").splitlines()
    assert [line.split()[0] for line in lines[:-1]] == [
        "lab/cases/case07_semaphore.py",
        "lab/cases/case13_dispatcher.py",
    ]
    assert lines[-1].endswith("What you have passed stays passed.")
    assert backups(lab) == ["my case07_semaphore\n", "my case13_dispatcher\n"]
    for case in LISTED:
        shipped = (ROOT / f"lab/cases/{case.stem}.py").read_bytes()
        assert (lab / f"lab/cases/{case.stem}.py").read_bytes() == shipped
    assert cases(lab)["case07_semaphore"]["passed"] is True


def test_where_nothing_can_be_kept_nothing_is_restored(lab: Path) -> None:
    case_file(lab).write_text("mine\n")
    (lab / ".kitchen").write_text("no folder")
    assert "can't be restored" in refused(lab, "reset", "7")
    assert case_file(lab).read_text() == "mine\n"


def test_a_folder_in_the_files_place_is_left_alone(lab: Path) -> None:
    case_file(lab).unlink()
    case_file(lab).mkdir()
    (case_file(lab) / "note").write_text("mine")
    assert "can't be restored" in refused(lab, "reset", "7")
    assert (case_file(lab) / "note").read_text() == "mine"


# --- init ---------------------------------------------------------------------------------------


def test_init_makes_a_folder_in_which_all_commands_work(tmp_path: Path) -> None:
    told = said(tmp_path, "init", "my lab")
    assert told.splitlines() == [
        f"made {3 * len(LISTED)} files in my lab: the cases, a chapter and a notebook for each.",
        "Now: cd 'my lab'",
        "     python -m kitchen",
    ]
    made = tmp_path / "my lab"
    for case in LISTED:
        for path in (f"lab/cases/{case.stem}.py", f"lab/chapters/{case.stem}.md"):
            assert (made / path).read_bytes() == (ROOT / path).read_bytes()
    assert said(made, "run", "7") == "delivered:   5\nturned away: 45\ntook 0.06 s\n"
    assert "case07_semaphore" in cases(made)
    assert said(made, "init", ".").splitlines()[0] == ". has all of them already."


def test_init_leaves_alone_what_is_there(lab: Path) -> None:
    case_file(lab).write_text("mine\n")
    assert said(lab, "init", ".").startswith(f"made {len(LISTED)} files")
    (lab / "lab/cases/case10_threads.py").unlink()
    assert said(lab, "init", ".").splitlines()[:2] == [
        "made 1 files in .: the cases, a chapter and a notebook for each.",
        "Files there that differ from the shipped ones and were left alone: 1.",
    ]
    assert case_file(lab).read_text() == "mine\n"


def test_init_where_nothing_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for folder in ("file", "file/below", "/proc/kitchen"):
        assert "can't be written" in refused(tmp_path, "init", folder)
    assert (tmp_path / "file").read_text() == "mine"


# --- a folder with something wrong ---------------------------------------------------------------


def test_progress_that_cannot_be_kept_is_said_and_the_command_does_its_work(lab: Path) -> None:
    (lab / ".kitchen").write_text("no folder")
    for command, out in (
        (["run", "7"], "delivered:   5"),
        (["check", "7"], "  FAIL  all 50 crates"),
        (["hint", "7"], "hint 1 of 3"),
        (["next", "--skip"], "Case 7 is left for later."),
    ):
        done = kitchen(lab, *command)
        assert out in done.stdout
        assert done.returncode == (1 if command[0] == "check" else 0)
        (line,) = done.stderr.splitlines()
        assert line.startswith("kitchen: your progress isn't kept: ")
    for quiet in ([], ["next"], ["list"], ["read", "7"], ["solution", "7", "--yes"]):
        said(lab, *quiet)


_AS_ANYBODY = """\
import ctypes, os, sys
ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)  # root no longer writes where it may not
os.execv(sys.executable, [sys.executable, "-m", "kitchen", *sys.argv[1:]])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="root can't be kept from writing elsewhere")
def test_a_read_only_folder_is_good_enough_to_work_in(lab: Path) -> None:
    more = environment(lab)
    case_file(lab).write_text(SHIPPED + "# mine\n")
    lab.chmod(0o555)
    for command, code, out, err in (
        ([], 0, "Begin with 7", ""),
        (["next"], 0, "case 7, ", ""),
        (["read", "7"], 0, "# Case 7", ""),
        (["run", "7"], 0, "delivered:   5", "your progress isn't kept"),
        (["check", "7"], 1, "  FAIL  all 50 crates", "your progress isn't kept"),
        (["hint", "7"], 0, "hint 1 of 3", "your progress isn't kept"),
        (["reset", "7"], 2, "", "lab/cases/case07_semaphore.py can't be restored"),
        (["init", "more"], 2, "", "can't be written: Permission denied"),
    ):
        done = subprocess.run(
            [sys.executable, "-c", _AS_ANYBODY, *command],
            cwd=lab, env=more, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert out in done.stdout
        assert done.returncode == code
        assert (err in done.stderr) if err else (done.stderr == "")
        assert len(done.stderr.splitlines()) == bool(err)
    lab.chmod(0o755)
    assert not (lab / ".kitchen").exists()
    assert case_file(lab).read_text().endswith("# mine\n")


def test_damaged_progress_is_put_aside_with_a_word_once(lab: Path) -> None:
    (lab / ".kitchen").mkdir()
    (lab / ".kitchen/progress.json").write_text("{")
    done = kitchen(lab)
    assert done.returncode == 0
    assert done.stderr == (
        "kitchen: .kitchen/progress.json was damaged, and is now "
        ".kitchen/progress.damaged.json; progress begins anew.\n"
    )
    assert "Begin with 7" in done.stdout
    said(lab)


def test_two_commands_at_once_lose_nothing(lab: Path) -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "kitchen", "check", number],
            cwd=lab, env=environment(lab), stdout=subprocess.DEVNULL,
        )
        for number in ("7", "7", "11")
    ]  # fmt: skip
    for process in running:
        assert process.wait(120) == 1
    assert cases(lab)["case07_semaphore"]["checks"] == 2
    assert cases(lab)["case11_priority_queue"]["checks"] == 1


@pytest.mark.parametrize("command", ["run", "check", "hint", "solution"])
@pytest.mark.parametrize(
    ("made", "says"),
    [("gone", "there is no file"), ("folder", "is a folder"), ("huge", "more than a megabyte")],
)
def test_a_file_that_is_none_is_told_in_a_paragraph(
    lab: Path, command: str, made: str, says: str
) -> None:
    case_file(lab).unlink()
    if made == "folder":
        case_file(lab).mkdir()
    if made == "huge":
        case_file(lab).write_bytes(b"#" * (2 << 20))
    extra = ["--diff", "--yes"] if command == "solution" else []
    assert says in refused(lab, command, "7", *extra)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (["next", "7"], "unrecognized arguments: 7. `python -m kitchen next --help`"),
        (["read"], "required: N"),
        (["read", "all"], "no case called 'all'"),
        (["hint", "7", "--tier", "4"], "4 is not a value of --tier: 1, 2, 3."),
        (["hint", "7", "--tier", "one"], "invalid int value: 'one'"),
        (["solution", "99"], "no case called '99'"),
        (["reset"], "required: N"),
        (["reset", "-1"], "no case called '-1'"),
        (["init"], "required: DIR"),
        (["watch", "99"], "no case called '99'"),
        (["watch", "7", "8"], "unrecognized arguments: 8"),
        (["red", "7"], "Did you mean `read`?"),
    ],
)
def test_a_bad_call_is_told_in_a_paragraph(lab: Path, call: list[str], says: str) -> None:
    assert says in refused(lab, *call)
    assert not (lab / ".kitchen").exists()


def test_a_folder_that_is_gone_is_said_to_be(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    for command in ("", "next", "run 7", "reset 7", "watch 7"):
        gone.mkdir()
        done = subprocess.run(
            ["bash", "-c", f"rmdir '{gone}'; exec '{sys.executable}' -m kitchen {command}"],
            cwd=gone, env=environment(tmp_path), capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert done.returncode == 2
        assert done.stderr.endswith(
            "kitchen: the folder that you are in is gone. Go to one that is there.\n"
        )


def test_ctrl_c_ends_a_check_and_leaves_nothing(lab: Path) -> None:
    case_file(lab).write_text(
        "import time\n\n\nasync def restock(supplier, crates):\n    while True: time.sleep(0)\n"
    )
    with at_terminal(lab, "check", "7") as terminal:
        terminal.until("case 7 is being served")
        terminal.press("\x03")
        assert terminal.ended() == 130
        assert "stopped" in terminal.text
        assert "Traceback" not in terminal.text
        terminal.left_as_it_was()


def test_a_terminal_that_is_closed_ends_a_check(lab: Path) -> None:
    case_file(lab).write_text(
        "import time\n\n\nasync def restock(supplier, crates):\n    while True: time.sleep(0)\n"
    )
    with at_terminal(lab, "check", "7") as terminal:
        terminal.until("case 7 is being served")
        terminal.hang_up()
        assert terminal.ended() != -signal.SIGHUP, "it had no chance to tidy up"
        terminal.nothing_is_left()


def test_check_all_tells_how_far_it_is_and_takes_that_back(lab: Path) -> None:
    with at_terminal(lab, "check", "all", "--services", "1", rows=400) as terminal:
        assert terminal.ended() == 1
    count = len(LISTED)
    places = re.findall(rf"\] (\d+) of {count}", terminal.raw.decode())
    assert places == [str(place) for place in range(count)]
    assert f" of {count}" not in terminal.text, "it is gone afterwards"
    assert terminal.text.count("(case") == count


def test_what_many_real_runs_came_to_begins_in_a_line_of_its_own(lab: Path) -> None:
    with at_terminal(lab, "run", "7", "--real", "--for", "3") as terminal:
        assert terminal.ended() == 0
        assert re.match(r"\d+ runs in \d+\.\d s on the real clock", terminal.rows[0])
        assert "is being served" in terminal.raw.decode()
        assert "is being served" not in terminal.text


def test_a_list_on_a_narrow_terminal_breaks_between_words(lab: Path) -> None:
    with at_terminal(lab, "list", columns=50, rows=40) as terminal:
        assert terminal.ended() == 0
        titles = " ".join(" ".join(row[27:] for row in terminal.rows).split())
    assert titles.startswith(" ".join(case.title for case in LISTED))


def test_the_states_in_the_menu_stand_under_each_other(lab: Path) -> None:
    longest = max(LISTED, key=lambda case: len(case.title))
    seven(lab, passed=True, checks=1, took=0.5, peak=5)
    assert kitchen(lab, "run", str(longest.number)).returncode == 0
    rows = said(lab, COLUMNS="80").splitlines()
    (passed,) = [row.index("passed: ") for row in rows if "passed: " in row]
    (tried,) = [row.index("  tried") + 2 for row in rows if row.endswith("  tried")]
    assert passed == tried
