"""Attempts that try to deceive the judge, to break it, or to get out: tests/hostile.

Each file says at its head what must be said of it, and how long its verdict may take:

    # says: a regular expression, to be found in the first failing check's diagnosis or figure, or
            in the text of the file's fault
    # seconds: the most that the verdict may take on a loaded machine with two cores
    # walls: what `says` rests on; where one of these walls is missing, it is not looked for
    # needs: walls without which the attempt would harm the machine, and is not made
    # memory: megabytes by which the judge may grow meanwhile (500 where nothing is said)

Every one is graded by an engine that has graded the ones before. Afterwards nothing may be left of
it, and the engine must serve a right attempt as ever.
"""

import io
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import NamedTuple, NoReturn
from xml.etree import ElementTree

import pytest

from kitchen import workspace
from kitchen.case import Case, Served
from kitchen.catalog import Listed
from kitchen.errors import Unusable
from kitchen.judge import engine
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.judge.grading import grade
from kitchen.judge.verdict import Verdict
from kitchen.report.formats import verdicts_json, verdicts_junit
from kitchen.report.pen import Pen
from kitchen.report.text import print_fault, print_verdict
from tests.conftest import ROOT

pytestmark = pytest.mark.xdist_group("the whole machine")

HOSTILE = ROOT / "tests" / "hostile"
SOLUTION = ROOT / "solutions" / "case07_semaphore.py"
TARGET = Path("/tmp/kitchen-hostile-target")
MARK = "kitchen-hostile-mark"
"""Stands in the name of every file that an attempt would leave outside."""

SCRATCH = re.compile("kitchen-[0-9a-f]{16}$")
SERVICES = 9
SPARE_USERS = range(61_184, 65_184)
GROWTH = 500
UNCLEAN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


class Head(NamedTuple):
    """What a hostile file says about itself."""

    says: str
    seconds: float
    walls: list[str]
    needs: list[str]
    memory: float

    @classmethod
    def of(cls, path: Path) -> "Head":
        said = dict(re.findall(r"^# (\w+): (.*)$", path.read_text("utf-8"), re.MULTILINE))
        return cls(
            said["says"],
            float(said["seconds"]),
            re.findall(r"\w+", said.get("walls", "")),
            re.findall(r"\w+", said.get("needs", "")),
            float(said.get("memory", GROWTH)),
        )


class TakesTooLong(BaseException):
    """The verdict did not come in time. No `except Exception` of ours may swallow it."""


class Kitchen:
    """An engine that grades one hostile attempt after another. One that broke is replaced."""

    def __init__(self, listed: Listed, case: Case) -> None:
        self._listed = listed
        self._case = case
        self._engine = Engine()
        self.serve_solution()
        self.walls = dict(self._engine._lanes[0].walls)
        """By name: '' where a wall holds, else why not."""

    def grade(self, name: str, source: bytes, seconds: float) -> Verdict:
        """The verdict on this source. Raises TakesTooLong, or whatever broke the judge."""
        attempt = AttemptSource(name, self._listed.stem, source)
        try:
            with at_most(seconds):
                return grade(self._listed, self._case, attempt, self._engine, services=SERVICES)
        except BaseException:
            self.replace()
            raise

    def serve(self, source: bytes, services: range = range(1, 2)) -> list[Served]:
        """These services, in the order of their numbers."""
        self._engine.take(AttemptSource("attempt.py", self._listed.stem, source))
        try:
            with at_most(30):
                served = list(self._engine.serve([self._case.service(n) for n in services]))
        except BaseException:
            self.replace()
            raise
        return sorted(served, key=lambda one: one.service.number)

    def serve_solution(self) -> Served:
        (served,) = self.serve(SOLUTION.read_bytes())
        return served

    def holds(self, *names: str) -> bool:
        """Whether all of these walls hold here."""
        return all(self.walls.get(name) == "" for name in names)

    def strays(self) -> list[str]:
        """What runs here besides the template and its lanes."""
        template = self._engine._template
        processes = all_processes()
        known = {template._pid}
        for _ in range(2 if self.holds("processes") else 1):
            known |= {pid for pid, process in processes.items() if process.parent in known}
        inside = set(known)
        while more := {p for p, x in processes.items() if x.parent in inside} - inside:
            inside |= more
        scratch = str(template._scratch).encode()
        return [
            f"{pid} {process.command!r}"
            for pid, process in processes.items()
            if pid not in known
            and (pid in inside or process.session == template._pid or belongs_to(pid, scratch))
        ]

    def replace(self) -> None:
        """The engine is beyond use: take another one."""
        self.close()
        self._engine = Engine()
        self.serve_solution()

    def close(self) -> None:
        self._engine.close()


class Process(NamedTuple):
    """A line of the process file system."""

    parent: int
    session: int
    command: str


def all_processes() -> dict[int, Process]:
    """Everything that runs, zombies left out."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text("utf-8", "replace")
        except OSError:
            continue
        before, _, after = text.rpartition(")")
        state, parent, _, session = after.split()[:4]
        if state not in ("Z", "X"):
            found[int(folder.name)] = Process(int(parent), int(session), before.partition("(")[2])
    return found


def belongs_to(pid: int, scratch: bytes) -> bool:
    """Whether a process was started with a scratch folder of ours in its environment."""
    for name in ("environ", "cmdline"):
        try:
            if scratch in Path(f"/proc/{pid}/{name}").read_bytes():
                return True
        except OSError:
            continue
    return False


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Break off what takes longer than this, so that a judge that hangs is a test that fails."""

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        raise TakesTooLong(f"no verdict after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def files_outside() -> set[str]:
    """Files where an attempt could leave one, which are by their name or owner one's."""
    found = set()
    folders = [Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"), Path.home(), ROOT]
    folders += [path for path in ROOT.rglob("*") if path.is_dir() and ".git" not in path.parts]
    for folder in folders:
        for entry in os.scandir(folder) if folder.is_dir() else ():
            try:
                owner = entry.stat(follow_symlinks=False).st_uid
            except OSError:
                continue
            if MARK in entry.name or (owner in SPARE_USERS and not SCRATCH.match(entry.name)):
                found.add(entry.path)
    return found


def promised_files() -> dict[str, tuple[int, int, int]]:
    """Size, date and mode of the files that matter most."""
    files = [*ROOT.glob("lab/**/*"), *ROOT.glob("solutions/*"), Path.home()]
    stats = {str(path): path.stat() for path in files if "__pycache__" not in path.parts}
    return {
        path: (s.st_size, 0 if path == str(Path.home()) else s.st_mtime_ns, s.st_mode)
        for path, s in stats.items()
    }


def target() -> tuple[int, bool]:
    """The mode of the file that attempts aim at, and whether its date is one of this age."""
    with suppress(FileNotFoundError):  # other tests at the same time may clear it away
        stat = TARGET.stat()
        return stat.st_mode, stat.st_mtime > 1_000_000_000
    return 0o100600, True


@contextmanager
def growing_at_most(megabytes: float) -> Iterator[None]:
    """Bound the memory of this process, which is the judge's, where the system tells it."""

    def most() -> float:
        found = re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())
        return int(found[1]) / 1024 if found else 0

    try:
        Path("/proc/self/clear_refs").write_text("5")  # forget the most there has been
    except OSError:
        yield
        return
    before = most()
    yield
    assert most() - before < megabytes, f"the judge grew by {most() - before:.0f} MB"


def said(verdict: Verdict) -> str:
    """What is told first: why the file can't be graded, or the first failing check."""
    if verdict.fault is not None:
        return verdict.fault.text
    failing = next(result for result in verdict.results if not result.passed)
    told = "" if failing.diagnosis is None else failing.diagnosis.text
    return f"{told} ({failing.figure})"


def assert_clean(verdict: Verdict) -> None:
    """The reports are what they claim to be, whatever a stranger put into their texts."""
    out = io.StringIO()
    if verdict.fault is None:
        print_verdict(verdict, Pen(out))
    else:
        print_fault(verdict.fault, verdict.file, Pen(out))
    junit, data = verdicts_junit([verdict]), verdicts_json([verdict])
    assert not UNCLEAN.search(out.getvalue())
    assert not UNCLEAN.search(junit)
    assert "\n  PASS  all" not in out.getvalue().partition("what it printed")[0] or any(
        result.passed for result in verdict.results
    )
    ElementTree.fromstring(junit)
    assert json.loads(data)["passed"] is verdict.passed
    for text in (junit, data):
        text.encode()


@pytest.fixture(scope="module")
def kitchen(listed: Listed, case: Case) -> Iterator[Kitchen]:
    """Less patient than the judge is with learners: most of what is here keeps its turn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "LOOK_EVERY", 0.4)
        patch.setattr(engine, "BUSY", 0.4)
        patch.setattr(engine, "BUSY_TRACED", 1.0)
        yield from _kitchen(listed, case)


def _kitchen(listed: Listed, case: Case) -> Iterator[Kitchen]:
    made = Kitchen(listed, case)
    yield made
    made.close()
    with suppress(OSError):
        TARGET.unlink()


@pytest.fixture
def nothing_is_left(kitchen: Kitchen) -> Iterator[None]:
    """Afterwards nothing of the attempt's runs or lies about, and the engine serves as ever."""
    with suppress(PermissionError):  # another user's tests have made it: as good a target
        TARGET.touch(0o600, exist_ok=True)
    outside, promised = files_outside(), promised_files()
    yield
    served = kitchen.serve_solution()
    strays = kitchen.strays()
    until = time.monotonic() + 3
    while strays and time.monotonic() < until:  # what was killed may take a moment to be gone
        strays = kitchen.strays()
    left, changed, touched = files_outside() - outside, promised_files(), target()
    for path in left:
        if MARK in path:
            discard(Path(path))
    assert changed == promised
    if kitchen.holds("user"):  # whoever owns a file may change its mode: no other wall forbids it
        assert touched == (0o100600, True)
    assert not left
    assert not strays
    assert served.outcome.finished, f"the next attempt suffers: {served.outcome}"
    assert (served.ledger.delivered, served.ledger.turned_away) == (50, 0)


def discard(path: Path) -> None:
    """Remove a file that should not be there."""
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


@pytest.mark.usefixtures("nothing_is_left")
@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.stem) for path in sorted(HOSTILE.glob("*.py"))]
)
def test_no_deceit_passes_and_nothing_breaks(kitchen: Kitchen, path: Path) -> None:
    head = Head.of(path)
    if not kitchen.holds(*head.needs):
        pytest.skip(f"would do harm here: {kitchen.walls}")
    with growing_at_most(head.memory):
        verdict = kitchen.grade(path.name, path.read_bytes(), head.seconds)
    assert not verdict.passed
    assert_clean(verdict)
    if kitchen.holds(*head.walls):
        assert re.search(head.says, said(verdict)), said(verdict)


# --- sources that are silly to keep in a repository -----------------------------------------------

RIGHT = SOLUTION.read_bytes()
WRONG = b"async def restock(supplier, crates):\n    pass\n"

SOURCES: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "no function `restock`"),
    "a NUL at the end": (WRONG + b"\0", "null bytes"),
    "NULs only": (bytes(100_000), "null bytes"),
    "no UTF-8": (b"# \xff\xfe\n" + WRONG, "Save it as UTF-8"),
    "UTF-16": (WRONG.decode().encode("utf-16"), "Save it as UTF-8"),
    "Windows' line ends, and wrong": (WRONG.replace(b"\n", b"\r\n"), "never asked for"),
    "old Macs' line ends, and wrong": (WRONG.replace(b"\n", b"\r"), "never asked for"),
    "a byte order mark, and wrong": (b"\xef\xbb\xbf" + WRONG, "never asked for"),
    "a byte order mark and another encoding": (b"\xef\xbb\xbf# coding: latin-1\n" + WRONG, "."),
    "an unknown encoding": (b"# coding: nonsense\n" + WRONG, "encoding"),
    "an encoding that is none for text": (b"# coding: hex\n" + WRONG, "."),
    "an encoding of letters": (b"# coding: rot13\n" + WRONG, "."),
    "compressed": (b"# coding: zlib\n" + WRONG, "."),
    "an encoding of the interpreter's own": (b"# coding: unicode_escape\n" + WRONG, "."),
    "UTF-7 with half a letter": (b"# coding: utf-7\nraise ValueError('+2AA-')\n" + WRONG, "."),
    "random bytes": (bytes((n * 7919 + 13) % 256 for n in range(50_000)), "."),
    "parentheses in parentheses": (b"(" * 10_000 + b")" * 10_000, "."),
    "brackets in brackets": (b"x = " + b"[" * 10_000 + b"]" * 10_000, "."),
    "minus minus": (b"x = " + b"-" * 200_000 + b"1\n" + WRONG, "."),
    "not not": (b"x = " + b"not " * 50_000 + b"1\n" + WRONG, "."),
    "a long chain": (b"x = None\ny = lambda: x" + b".a" * 100_000 + b"\n" + WRONG, "."),
    "a long sum": (b"x = 1" + b" + 1" * 100_000 + b"\n" + WRONG, "."),
    "power of power": (b"x = 2" + b" ** 2" * 50_000 + b"\n" + WRONG, "."),
    "else if else if": (b"if 0: pass\n" + b"elif 0: pass\n" * 5_000 + WRONG, "."),
    "deep indentation": (b"".join(b" " * n + b"if 1:\n" for n in range(150)), "."),
    "format in format": (b"x = f'" + b"{f'" * 200 + b"'}" * 200 + b"'\n" + WRONG, "."),
    "lambda lambda": (b"x = " + b"lambda: " * 20_000 + b"1\n" + WRONG, "."),
    "a long number": (b"x = " + b"9" * 500_000 + b"\n" + WRONG, "."),
    "a large constant": (b"x = ((1 << 10_000_000) ** 50) * 'x'\n" + WRONG, "."),
    "a large text": (b"x = 'x' * 10_000_000_000\n" + WRONG, "MemoryError|SystemError|Overflow"),
    "a long line": (b"x = '" + b"x" * 1_000_000 + b"'\n" + WRONG, "never asked for"),
    "many lines": (b"x = 1\n" * 15_000 + WRONG, "."),
    "many names": (b"".join(b"import x%d\n" % n for n in range(20_000)) + WRONG, "No module"),
    "many unfinished": (b"{" * 100 + b"a" * 100 + b"(" * 90 + b" b c", "."),
    "letters outside ASCII": (b"# " + "é".encode() * 500_000 + b"\n" + WRONG, "never"),
}


@pytest.mark.usefixtures("nothing_is_left")
@pytest.mark.parametrize("what", SOURCES)
def test_no_source_breaks_the_judge(kitchen: Kitchen, what: str) -> None:
    source, says = SOURCES[what]
    verdict = kitchen.grade("attempt.py", source, 25)
    assert not verdict.passed
    assert_clean(verdict)
    assert re.search(says, said(verdict)), said(verdict)


def test_a_source_of_ten_megabytes_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "attempt.py"
    path.write_bytes(b"x = 1\n" * 1_700_000 + RIGHT)
    with pytest.raises(Unusable, match="megabyte"):
        workspace.read(path)


@pytest.mark.parametrize("path", ["/dev/zero", "/proc/self/mem", "/dev"])
def test_a_source_that_is_no_file_is_not_read_for_ever(path: str) -> None:
    with at_most(10), pytest.raises(Unusable):
        workspace.read(Path(path))


# --- letters from one service to the next ---------------------------------------------------------

LETTERS: dict[str, str] = {
    "a file in the scratch folder": """
import os
found = os.listdir(".")
open("letter", "w").close()
""",
    "a file that is open in every stove": """
import os, stat
found = []
for fd in range(3, 64):
    try:
        if stat.S_ISREG(os.fstat(fd).st_mode):
            found += [fd] * bool(os.pread(fd, 6, 1000))
            os.pwrite(fd, b"letter", 1000)
    except OSError:
        continue
""",
    "a socket that is open in every stove": """
import os, socket, stat
found, ends = [], []
for fd in range(3, 64):
    try:
        if stat.S_ISSOCK(os.fstat(fd).st_mode) and fd not in LINE:
            ends.append(socket.socket(fileno=fd))
    except OSError:
        continue
for end in ends:
    try:
        found += [end.fileno()] * (end.recv(6, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b"letter")
    except OSError:
        continue
for end in ends:
    try:
        end.send(b"letter", socket.MSG_DONTWAIT)
    except OSError:
        continue
    finally:
        end.detach()
""",
    "shared memory of System V": """
import ctypes
get = ctypes.CDLL(None).shmget
found = [1] if get(4242, 100, 0o600) >= 0 else []
get(4242, 100, 0o1600)
""",
    "a message queue": """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
found = [1] if libc.mq_open(b"/letter", 0) >= 0 else []
libc.mq_open(b"/letter", 0o102, 0o600, None)
""",
    "a keyring": """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
USER = -4
found = [1] if libc.syscall(249, b"user", b"letter", None, 0) >= 0 else []
libc.syscall(248, b"user", b"letter", b"x", ctypes.c_size_t(1), USER)
""",
    "the scratch folder's own times and modes": """
import os
now = os.stat(".")
found = [1] if now.st_mtime == 1 or now.st_mode & 0o7777 != 0o700 else []
os.utime(".", (1, 1))
os.chmod(".", 0o500)
""",
}

LINE_FINDER = """
import gc
LINE = [o._socket.fileno() for o in gc.get_objects() if type(o).__name__ == "Line"]
"""


@pytest.mark.usefixtures("nothing_is_left")
@pytest.mark.parametrize("way", LETTERS)
def test_no_service_gets_a_letter_from_the_one_before(kitchen: Kitchen, way: str) -> None:
    code = f"{LINE_FINDER}{LETTERS[way]}\nprint(found)\n{WRONG.decode()}"
    served = kitchen.serve(code.encode(), range(1, 9))
    assert [one.output for one in served] == [b"[]\n"] * 8
