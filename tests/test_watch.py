"""`watch`, as a learner has it before him: a terminal, an editor that saves, keys."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kitchen.report.screen import fitting, rows
from tests.terminal import SHIPPED, SOLUTION, Terminal, at_terminal, environment, workspace

TITLE = "case 7, semaphore: Limits and backpressure"
FAILS = "5 of 6 checks fail"
PASSES = "passes at"
KEYS = "h hint r run n next q quit"
HEAD = "import asyncio, os, sys, time\n\n\n"


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    return workspace(tmp_path)


def case_file(lab: Path) -> Path:
    return lab / "lab/cases/case07_semaphore.py"


def attempt(body: str) -> str:
    return f"{HEAD}async def restock(supplier, crates):\n    {body}\n"


# --- saves --------------------------------------------------------------------------------------


def test_each_save_is_checked_and_shown_where_the_last_one_was(lab: Path) -> None:
    with at_terminal(lab, "watch", "7") as terminal:
        terminal.until(TITLE, FAILS, KEYS)
        assert terminal.rows[0] == TITLE
        assert terminal.rows[3].startswith("  FAIL  all 50 crates are delivered")
        case_file(lab).write_text(SOLUTION)
        terminal.until(PASSES, "s solution r run n next q quit")
        assert terminal.rows[0] == TITLE
        assert [row for row in terminal.rows if row.startswith("  PASS")][-1] == (
            "  PASS  a cancelled restock ends at once and leaves nothing running"
        )
        assert "FAIL" not in terminal.text
        case_file(lab).write_text(SHIPPED)
        terminal.until(FAILS, KEYS)
        assert terminal.rows[0] == TITLE
        assert terminal.raw.count(b"\x1b[2J") == 1, "the screen is cleared once, or it flickers"
        terminal.press("q")
        assert terminal.ended() == 0
        terminal.left_as_it_was()
    known = json.loads((lab / ".kitchen/progress.json").read_text())["cases"]["case07_semaphore"]
    assert (known["checks"], known["passed"], known["passing"]) == (3, True, False)


def test_a_pass_is_told_in_a_few_words_more(lab: Path) -> None:
    case_file(lab).write_text(SOLUTION)
    with at_terminal(lab, "watch", "7") as terminal:
        terminal.until(
            "You wrote",
            "Before and now: delivered 5 -> 50, turned away 45 -> 0",
            "Your file is the solution, letter by letter.",
            "To try, in the chapter: Knock again, politely;",
        )


def put_in_its_place(path: Path) -> None:
    """As vim and others save."""
    other = path.with_suffix(".tmp")
    other.write_text(SOLUTION)
    other.replace(path)


def move_away_and_write(path: Path) -> None:
    """As those save that keep the old one as a backup."""
    path.replace(path.with_suffix(".py~"))
    path.write_text(SOLUTION)


def in_pieces(path: Path) -> None:
    """Truncated, then written in pieces."""
    with path.open("w") as file:
        for line in SOLUTION.splitlines(keepends=True):
            file.write(line)
            file.flush()


def folder_in_its_place(path: Path) -> None:
    """As a checkout can: another folder of the same name."""
    new = path.parent.with_name("new")
    new.mkdir()
    (new / path.name).write_text(SOLUTION)
    path.parent.replace(path.parent.with_name("old"))
    new.replace(path.parent)


@pytest.mark.parametrize("poll", [[], ["--poll"]], ids=["told", "poll"])
def test_a_save_is_heard_however_the_editor_does_it(lab: Path, poll: list[str]) -> None:
    path = case_file(lab)
    with at_terminal(lab, "watch", "7", *poll) as terminal:
        terminal.until(FAILS)
        saves: list[Callable[[Path], None]] = [
            put_in_its_place, move_away_and_write, in_pieces, folder_in_its_place
        ]  # fmt: skip
        for save in saves:
            save(path)
            terminal.until(PASSES)
            path.write_text(SHIPPED)
            terminal.until(FAILS)


def test_a_file_and_its_folder_may_go_and_come_back(lab: Path) -> None:
    path = case_file(lab)
    with at_terminal(lab, "watch", "7") as terminal:
        terminal.until(FAILS)
        path.unlink()
        terminal.until("The file is gone", gone=FAILS)
        path.write_text(SOLUTION)
        terminal.until(PASSES)
        path.parent.replace(lab / "elsewhere")
        terminal.until("The file is gone", "lab/cases/case07_semaphore.py: not checked")
        path.parent.mkdir()
        path.write_text(SHIPPED)
        terminal.until(FAILS)
        path.write_text(SOLUTION)
        terminal.until(PASSES)


def test_what_cannot_be_run_is_told_and_the_next_save_is_checked(lab: Path) -> None:
    path = case_file(lab)
    with at_terminal(lab, "watch", "7") as terminal:
        terminal.until(FAILS)
        for source, told in (
            ("", "can't be run at"),
            (SHIPPED.replace("async def restock(", "async def restock"), "SyntaxError"),
            (attempt("while True: pass"), "while True: pass"),
            (attempt("await asyncio.Event().wait()"), "no verdict: deadlock"),
            ("raise ValueError('burnt')\n", "ValueError: burnt"),
            (attempt("sys.exit(0)"), "sys.exit(0)"),
            (attempt("os._exit(0)"), "exit code 0"),
            (attempt("os.kill(os.getppid(), 9)"), "os.kill(os.getppid(), 9)"),
            ("#" * (2 << 20), "more than a megabyte"),
            (attempt("print('\\x1b[2J' + 'x' * 100_000)"), "Nothing was ever ordered."),
            (SOLUTION, PASSES),
        ):
            assert told not in terminal.text
            path.write_text(source)
            terminal.until(told)
            assert terminal.rows[0] == TITLE
        path.unlink()
        path.mkdir()
        terminal.until("is a folder")
        path.rmdir()
        path.write_text(SOLUTION)
        terminal.until(PASSES)
        assert terminal.raw.count(b"\x1b[2J") == 1
        terminal.press("q")
        assert terminal.ended() == 0
        terminal.left_as_it_was()


def test_without_a_number_it_turns_to_the_case_that_is_saved(lab: Path) -> None:
    with at_terminal(lab, "watch") as terminal:
        terminal.until(TITLE, FAILS)
        other = lab / "lab/cases/case11_priority_queue.py"
        other.write_text(other.read_text() + "# a note\n")
        terminal.until("case 11, priority_queue", "checks fails at")


def test_the_work_is_that_of_the_folder_it_began_in(lab: Path) -> None:
    """Not of the lab's own, which is the workspace of those who have none."""
    with at_terminal(lab, "watch", "7") as terminal:
        terminal.until(FAILS)
        (lab / "lab").replace(lab / "elsewhere")
        terminal.until("The file is gone", gone=FAILS)
        terminal.press("q")
        assert terminal.ended() == 0


# --- keys ---------------------------------------------------------------------------------------


def test_keys_do_what_the_last_line_says(lab: Path) -> None:
    with at_terminal(lab, "watch", "7") as terminal:
        terminal.until(FAILS, KEYS)
        terminal.press("s")
        terminal.until("The solution is shown after a pass.")
        for tier in (1, 2, 3):
            terminal.press("h")
            terminal.until(f"hint {tier} of 3", KEYS, FAILS)
        assert "That is all of it" in terminal.text
        terminal.press("m")
        terminal.until("replay: python -m kitchen run 7 --service 1", gone=KEYS)
        terminal.press("G")
        terminal.until("That is all of it", "(END)")
        terminal.press("q")
        terminal.until(KEYS, "more lines: `m` shows all")
        terminal.press("r")
        terminal.until("delivered: 5", "turned away: 45", "took 0.06 s", gone="FAIL")
        case_file(lab).write_text(SOLUTION)
        terminal.until(PASSES)
        terminal.press("s")
        terminal.until('"""Case 7, solved', gone=TITLE)
        terminal.press("q")
        terminal.until(TITLE, PASSES, "s solution")
        terminal.press("n")
        terminal.until("case 10, threads", "checks fail at", KEYS)
        terminal.press("q")
        assert terminal.ended() == 0
        terminal.left_as_it_was()


@pytest.mark.parametrize("pager", ["cat", "no-such-pager"])
def test_without_a_pager_the_solution_stays_until_a_key(lab: Path, pager: str) -> None:
    case_file(lab).write_text(SOLUTION)
    with at_terminal(lab, "watch", "7", rows=200, PAGER=pager) as terminal:
        terminal.until(PASSES)
        terminal.press("s")
        terminal.until('"""Case 7, solved', "any key goes back")
        terminal.press("x")
        terminal.until(TITLE, PASSES, gone="any key goes back")


def test_a_short_text_stays_in_the_pager(lab: Path) -> None:
    """Whatever its settings say: `-F` would have it gone at once."""
    case_file(lab).write_text(SOLUTION)
    with at_terminal(lab, "watch", "7", rows=200, LESS="-FRX") as terminal:
        terminal.until(PASSES)
        terminal.press("s")
        terminal.until('"""Case 7, solved', "(END)")
        terminal.press("q")
        terminal.until(TITLE, PASSES, gone="(END)")


def test_no_key_is_lost_and_arrows_are_none(lab: Path) -> None:
    with at_terminal(lab, "watch", "7") as terminal:
        terminal.until(FAILS)
        terminal.press("\x1b[H\x1b[A\x1bOH")
        terminal.press("zhhq")
        assert terminal.ended() == 0
        assert "hint 2 of 3" in terminal.text
    known = json.loads((lab / ".kitchen/progress.json").read_text())["cases"]["case07_semaphore"]
    assert list(known["tiers"].values()) == [2]


# --- the page -----------------------------------------------------------------------------------


def test_another_size_has_the_page_laid_out_anew(lab: Path) -> None:
    with at_terminal(lab, "watch", "7") as terminal:
        terminal.until(FAILS, KEYS)
        terminal.resize(24, 40)
        terminal.until("... 23 more lines", KEYS)
        assert terminal.rows[:2] == ["case 7, semaphore: Limits and", "backpressure"]
        assert terminal.rows[-3:] == ["", "h hint   r run   n next   q quit", ""]
        terminal.resize(60, 120)
        terminal.until(TITLE, "ends at once and leaves nothing running", KEYS, gone="more lines")
        assert terminal.rows[0] == TITLE
        for lines in (5, 3, 2):
            terminal.resize(lines, 80)
            terminal.wipe()
            terminal.until(TITLE[:20])
            terminal.press("z")


def test_going_on_after_a_stop_draws_it_again(lab: Path) -> None:
    with at_terminal(lab, "watch", "7") as terminal:
        terminal.until(FAILS, KEYS)
        os.kill(terminal.pid, signal.SIGSTOP)
        terminal.as_a_shell_has_it()
        terminal.wipe()
        os.kill(terminal.pid, signal.SIGCONT)
        terminal.until(TITLE, FAILS, KEYS)
        terminal.press("h")
        terminal.until("hint 1 of 3", KEYS)
        assert "h" not in terminal.rows


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {}])
def test_colour_and_movement_are_for_those_who_want_them(lab: Path, more: dict[str, str]) -> None:
    with at_terminal(lab, "watch", "7", rows=60, **more) as terminal:
        terminal.until(FAILS, KEYS)
        terminal.press("q")
        assert terminal.ended() == 0
        assert (b"\x1b[31m" in terminal.raw) == (not more)
        assert (b"\x1b" in terminal.raw) == ("TERM" not in more)


@pytest.mark.parametrize("more", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"}])
def test_a_poor_alphabet_is_enough(lab: Path, more: dict[str, str]) -> None:
    case_file(lab).write_text(attempt("print('h\\u00e9')"))
    with at_terminal(lab, "watch", "7", rows=50, **more) as terminal:
        terminal.until("checks fail at", "what it printed", KEYS)


def test_progress_that_is_not_kept_is_told_on_the_page(lab: Path) -> None:
    (lab / ".kitchen").write_text("no folder")
    with at_terminal(lab, "watch", "7") as terminal:
        terminal.until(FAILS, "your progress isn't kept", KEYS)
        assert terminal.rows[0] == TITLE
        terminal.press("h")
        terminal.until("hint 1 of 3", "your progress isn't kept", KEYS)


def test_in_a_pipe_pages_follow_each_other(lab: Path) -> None:
    watching = subprocess.Popen(
        [sys.executable, "-m", "kitchen", "watch", "7"],
        cwd=lab, env=environment(lab), text=True, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    with watching:
        assert watching.stdout is not None and watching.stderr is not None
        lines = iter(watching.stdout.readline, "")
        assert next(lines) == f"{TITLE}\n"
        assert FAILS in next(lines)
        case_file(lab).write_text(SOLUTION)
        later = [next(line for line in lines if line == f"{TITLE}\n"), next(lines)]
        assert PASSES in later[1]
        watching.send_signal(signal.SIGINT)
        assert watching.stderr.read() == "\nstopped\n"
        assert "\x1b" not in "".join(lines)
    assert watching.returncode == 130


def test_whoever_reads_a_line_only_raises_nothing(lab: Path) -> None:
    command = f"'{sys.executable}' -m kitchen watch 7 < /dev/null | head -n 1"
    with subprocess.Popen(
        ["bash", "-c", command],
        cwd=lab, env=environment(lab), text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as watching:  # fmt: skip
        assert watching.stdout is not None and watching.stderr is not None
        assert watching.stdout.readline() == f"{TITLE}\n"
        case_file(lab).write_text(SOLUTION)  # there is nobody to show it to
        assert watching.stderr.read() == ""


# --- the end ------------------------------------------------------------------------------------


def end_by_key(terminal: Terminal) -> None:
    terminal.press("q")


def end_by_ctrl_d(terminal: Terminal) -> None:
    terminal.press("\x04")


def end_by_ctrl_c(terminal: Terminal) -> None:
    terminal.press("\x03")


def end_by_sigterm(terminal: Terminal) -> None:
    os.kill(terminal.pid, signal.SIGTERM)


HUNG = attempt("while True: time.sleep(0)")


@pytest.mark.parametrize(
    ("at", "end", "code"),
    [
        ("rest", end_by_key, 0),
        ("rest", end_by_ctrl_d, 0),
        ("rest", end_by_ctrl_c, 130),
        ("rest", end_by_sigterm, 143),
        ("work", end_by_ctrl_c, 130),
        ("work", end_by_sigterm, 143),
        ("paging", end_by_key, 0),
        ("paging", end_by_sigterm, 143),
    ],
)
def test_it_ends_and_leaves_nothing(
    lab: Path, end: Callable[[Terminal], None], code: int, at: str
) -> None:
    with at_terminal(lab, "watch", "7") as terminal:
        terminal.until(FAILS, KEYS)
        if at == "work":
            case_file(lab).write_text(HUNG)
            terminal.until("checking ...")
        elif at == "paging":
            terminal.press("m")
            terminal.until("replay:", gone=KEYS)
            terminal.press("q")  # a pager has its own keys
            terminal.until(KEYS)
        end(terminal)
        assert terminal.ended() == code
        terminal.left_as_it_was()


@pytest.mark.parametrize("at", ["rest", "work"])
def test_nothing_is_left_when_the_terminal_is_closed(lab: Path, at: str) -> None:
    with at_terminal(lab, "watch", "7") as terminal:
        terminal.until(FAILS, KEYS)
        if at == "work":
            case_file(lab).write_text(HUNG)
            terminal.until("checking ...")
        terminal.hang_up()
        terminal.ended()
        terminal.nothing_is_left()


def test_ctrl_c_in_the_pager_is_the_pagers(lab: Path) -> None:
    with at_terminal(lab, "watch", "7") as terminal:
        terminal.until(FAILS, KEYS)
        terminal.press("m")
        terminal.until("replay:", gone=KEYS)
        terminal.press("\x03")
        terminal.press("q")
        terminal.until(TITLE, FAILS, KEYS)
        terminal.press("\x03")
        assert terminal.ended() == 130
        terminal.left_as_it_was()


# --- a page's rows ------------------------------------------------------------------------------


def test_lines_end_where_the_terminal_does() -> None:
    assert rows(["abcdef", "", "abc"], 3) == ["abc", "def", "", "abc"]
    assert rows(["\x1b[31mabcd\x1b[0m"], 3) == ["\x1b[31mabc", "d\x1b[0m"]
    assert rows(["料理x"], 4) == ["料理", "x"]
    assert rows(["料理x"], 3) == ["料", "理x"]
    assert rows(["e\u0301e\u0301"], 2) == ["e\u0301e\u0301"]
    assert rows(["\tx"], 5) == ["    x"]


def test_what_does_not_fit_is_counted() -> None:
    lines = [f"line {number}" for number in range(9)]
    assert fitting(lines, 80, 9) == lines
    assert fitting(lines, 80, 4) == [*lines[:3], "  ... 6 more lines: `m` shows all"]
    assert fitting(lines, 80, 0) == []
    assert fitting(lines, 20, 4) == [*lines[:3], "  ... 6 more lines: "]
    assert fitting([], 80, 0) == []


@pytest.mark.parametrize("columns", [79, 80, 81])
def test_the_last_column_is_shown(lab: Path, columns: int) -> None:
    case_file(lab).write_text(attempt("print('x' * 79 + 'y')"))
    with at_terminal(lab, "watch", "7", rows=60, columns=columns) as terminal:
        terminal.until("what it printed", KEYS)
        shown = "".join(terminal.rows)
        assert "x" * 79 + "y" in shown
