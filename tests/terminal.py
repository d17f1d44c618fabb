"""A learner at a terminal: a real pseudo-terminal, a screen to look at, and files to save."""

import contextlib
import os
import select
import sys
import termios
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pexpect
import pyte

from kitchen import catalog
from tests.conftest import ROOT

PATIENCE = 90.0
"""Seconds after which what is waited for will not come. Nothing is measured by it."""

PAGE, END = b"\x1b[H\x1b[K", b"\x1b[J"
"""How a page of `watch` begins, and how it ends."""

SOLUTION = (ROOT / "solutions/case07_semaphore.py").read_text()
SHIPPED = (ROOT / "lab/cases/case07_semaphore.py").read_text()


def environment(folder: Path, **more: str) -> dict[str, str]:
    """That of a learner whose temporary files are in a folder of his own."""
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    ours = ("KITCHEN_", "PYTEST_", "COLUMNS", "LINES", "LESS", "PAGER", "NO_COLOR", "PYTHONIO")
    plain = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**plain, "PYTHONPATH": str(ROOT), "TERM": "xterm", "TMPDIR": str(scratch), **more}


def workspace(folder: Path) -> Path:
    """A folder to work in, as `init` makes it."""
    for case in catalog.listed():
        for place, end in (("lab/cases", "py"), ("lab/chapters", "md")):
            path = folder / place / f"{case.stem}.{end}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes((ROOT / place / path.name).read_bytes())
    return folder


class Terminal:
    """A command at a terminal, what it has written there, and how that looks."""

    def __init__(
        self, folder: Path, *arguments: str, rows: int = 24, columns: int = 80, **more: str
    ) -> None:
        self.folder = folder
        self.raw = b""
        self._unseen = b""
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._child = pexpect.spawn(
            sys.executable,
            ["-m", "kitchen", *arguments],
            cwd=str(folder),
            env=environment(folder, **more),
            dimensions=(rows, columns),
            timeout=None,
        )
        self._before = self._modes()

    @property
    def rows(self) -> list[str]:
        """What is on the screen."""
        return [row.rstrip() for row in self._screen.display]

    @property
    def text(self) -> str:
        """The same in one line, whatever was wrapped where."""
        return " ".join(" ".join(self.rows).split())

    @property
    def pid(self) -> int:
        return int(self._child.pid)

    def until(self, *shown: str, gone: str = "") -> "Terminal":
        """Wait until all of this is on the screen, and that isn't."""
        end = monotonic() + PATIENCE
        while not all(one in self.text for one in shown) or (gone and gone in self.text):
            self._read(end, f"{shown} never came, or {gone!r} never went")
        return self

    def press(self, keys: str) -> None:
        self._child.send(keys)

    def resize(self, rows: int, columns: int) -> None:
        self._screen.resize(rows, columns)
        self._child.setwinsize(rows, columns)

    def wipe(self) -> None:
        """As if another program had written over all of it."""
        self._screen.reset()

    def as_a_shell_has_it(self) -> None:
        """The modes as they were before the command: a shell sees to that when it is stopped."""
        modes = termios.tcgetattr(self._child.child_fd)
        modes[:4] = self._before
        termios.tcsetattr(self._child.child_fd, termios.TCSANOW, modes)

    def hang_up(self) -> None:
        """Close the terminal's window."""
        self._child.ptyproc.fileobj.close()
        self._child.closed = True

    def ended(self) -> int:
        """Wait for the end of the command: its exit code, or minus a signal."""
        end = monotonic() + PATIENCE
        if not self._child.closed:
            with contextlib.suppress(pexpect.EOF):
                while True:
                    self._read(end, "it never ended")
        _wait_for_end(self.pid)
        assert not self._child.isalive()
        code, by = self._child.exitstatus, self._child.signalstatus
        return -int(by) if code is None else int(code)

    def left_as_it_was(self) -> None:
        """After its end: the terminal's modes are back, no process and no folder is left."""
        if not self._child.closed:
            assert self._modes() == self._before
        self.nothing_is_left()

    def nothing_is_left(self) -> None:
        """No process of it goes on; those that are about to end may do so."""
        for pid in _processes(self.folder):
            _wait_for_end(pid)
        assert list((self.folder / "scratch").iterdir()) == []

    def close(self) -> None:
        """End it, whatever has become of it."""
        if not self._child.terminated:
            self._child.close(force=True)

    def _read(self, end: float, why: str) -> None:
        try:
            data = self._child.read_nonblocking(1 << 16, timeout=max(0.0, end - monotonic()))
        except pexpect.TIMEOUT:
            raise AssertionError("\n".join([why, *self.rows])) from None
        except pexpect.EOF:
            if why != "it never ended":
                raise AssertionError("\n".join([f"it ended; {why}", *self.rows])) from None
            raise
        self.raw += data
        self._unseen += data
        # A page of `watch` is seen when it is whole: a piece of it beside the last one is neither.
        whole, start, rest = self._unseen.rpartition(PAGE)
        if start and END not in rest:
            self._stream.feed(whole)
            self._unseen = start + rest
        else:
            self._stream.feed(self._unseen)
            self._unseen = b""

    def _modes(self) -> tuple[int, ...]:
        """Echo, whole lines, signals: what a shell wants to find as it was."""
        iflag, oflag, cflag, lflag, *_ = termios.tcgetattr(self._child.child_fd)
        return iflag, oflag, cflag, lflag


@contextlib.contextmanager
def at_terminal(folder: Path, *arguments: str, **more: object) -> Iterator[Terminal]:
    terminal = Terminal(folder, *arguments, **more)  # type: ignore[arg-type]
    try:
        yield terminal
    finally:
        terminal.close()


def _processes(folder: Path) -> list[int]:
    """Those that a command there has started: the folder is in their environment or their call."""
    found = []
    for process in Path("/proc").iterdir():
        if not process.name.isdecimal() or int(process.name) == os.getpid():
            continue
        for file in ("environ", "cmdline"):
            with contextlib.suppress(OSError):
                if f"{folder}/scratch".encode() in (process / file).read_bytes():
                    found.append(int(process.name))
    return found


def _wait_for_end(pid: int) -> None:
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        ready, _, _ = select.select([process], [], [], PATIENCE)
        assert ready, f"process {pid} goes on"
    finally:
        os.close(process)
