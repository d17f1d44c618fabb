"""Lanes: the fork servers in which stoves are started, and the control lines to them.

A template process imports what a stove needs, once, and starts lanes. It begins while the judge is
still reading the case, so a check waits for the slower of the two and not for both.
"""

import contextlib
import ctypes
import os
import socket
import sys
from pathlib import Path
from typing import IO, Any

from kitchen.world.wire import Malformed, Unpacker, pack

LANES = 2
"""Services that are served at once, each on a core of its own."""

_ROOT = Path(__file__).resolve().parent.parent
_ADDR_NO_RANDOMIZE = 0x0040000


class Template:
    """The process that starts lanes, with a scratch folder for them."""

    def __init__(self, control: socket.socket, scratch: Path, pid: int) -> None:
        self._control = control
        self._scratch = scratch
        self._pid = pid
        self._ready: list[Lane] = []

    @classmethod
    def start(cls, lanes: int = LANES) -> "Template":
        """Start a template and its first lanes, which get ready while we do something else."""
        scratch = _new_scratch()
        ours, theirs = socket.socketpair()
        pid = _spawn(theirs.fileno(), scratch)
        theirs.close()
        template = cls(ours, scratch, pid)
        template._ready = [template._new_lane() for _ in range(lanes)]
        return template

    def lane(self) -> "Lane":
        """A lane of your own."""
        return self._ready.pop(0) if self._ready else self._new_lane()

    def _new_lane(self) -> "Lane":
        ours, theirs = socket.socketpair()
        with contextlib.suppress(OSError):  # a dead template shows when the lane is read
            socket.send_fds(self._control, [pack(["lane"])], [theirs.fileno()])
        theirs.close()
        return Lane(ours)

    def trouble(self) -> str:
        """What our processes wrote to their standard error: ours to read, not the learner's."""
        try:
            return (self._scratch / "template.err").read_text("utf-8", "replace").strip()
        except OSError:
            return ""

    def close(self) -> None:
        """End the template and the scratch folder. Close the lanes that you had first."""
        for lane in self._ready:
            lane.close()
        self._control.close()
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._pid, 0)
        _remove(self._scratch)


class Lane:
    """One fork server and its stoves. `control` becomes readable when it has something to say."""

    def __init__(self, control: socket.socket) -> None:
        self.control = control
        self.walls: dict[str, str] = {}
        """What keeps its stoves apart: '' where it holds, else why not."""
        self._unpacker = Unpacker()
        self._served = 0
        self._known: set[str] = set()

    def take(self, path: str, stem: str, source: bytes) -> None:
        """The file that the stoves of this lane run from now on."""
        self._order(["attempt", path, stem, source.decode("latin-1")])

    def serve(self) -> tuple[str, socket.socket, IO[bytes]]:
        """Start a stove: its name here, the line to it, and the file it prints to."""
        self._served += 1
        key = str(self._served)
        ours, theirs = socket.socketpair()
        output = _new_output()
        self._order(["serve", key], [theirs.fileno(), output.fileno()])
        theirs.close()
        return key, ours, output

    def know(self, modules: set[str]) -> None:
        """Import these in the fork server, so that further stoves have them from the start."""
        new = sorted(modules - self._known)
        if new:
            self._known |= modules
            self._order(["know", new])

    def look(self, key: str) -> None:
        """Ask what a stove is doing; the answer is a `seen` among the messages."""
        self._order(["look", key])

    def kill(self, key: str) -> None:
        """End a stove and what it started."""
        self._order(["kill", key])

    def messages(self) -> list[Any] | None:
        """What the fork server has said; None when it is no more."""
        try:
            data = self.control.recv(1 << 16)
        except OSError:
            data = b""
        if not data:
            return None
        try:
            return self._unpacker.feed(data)
        except Malformed:
            return None

    def close(self) -> None:
        """End the fork server and its stoves."""
        self.control.close()

    def _order(self, message: list[Any], descriptors: list[int] | None = None) -> None:
        with contextlib.suppress(OSError):  # a dead template shows when its line is read
            if descriptors:
                frame = pack(message)
                sent = socket.send_fds(self.control, [frame], descriptors)
                self.control.sendall(frame[sent:])
            else:
                self.control.sendall(pack(message))


def _new_scratch() -> Path:
    """A folder of nobody else's; `tempfile` would do the same and take longer to import."""
    for folder in (os.environ.get("TMPDIR", "/tmp"), "/tmp", "."):
        path = Path(folder, f"kitchen-{os.urandom(8).hex()}").absolute()
        try:
            path.mkdir(mode=0o700)
        except OSError:
            continue
        return path
    raise OSError("no folder for temporary files: set TMPDIR to one that can be written")


def _new_output() -> IO[bytes]:
    """A file without a name."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("output"), "w+b", buffering=0)
    import tempfile

    return tempfile.TemporaryFile(buffering=0)


def _remove(scratch: Path) -> None:
    with contextlib.suppress(OSError):
        (scratch / "template.err").unlink(missing_ok=True)
        for lane in scratch.iterdir():
            lane.rmdir()
        scratch.rmdir()
        return
    import shutil  # the learner's code left something in there

    shutil.rmtree(scratch, ignore_errors=True)


def _spawn(control: int, scratch: Path) -> int:
    program = str(_ROOT / "stove" / "__main__.py")
    command = [sys.executable, "-s", "-S", "-P", "-u", "-X", "utf8", program]
    command += [str(_ROOT), str(scratch), *_site_folders()]
    environment = {
        "HOME": str(scratch),
        "LC_ALL": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
        "PYTHONHASHSEED": "0",
        "TMPDIR": str(scratch),
        "TZ": "UTC",
    }
    actions: list[Any] = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, str(scratch / "template.err"), os.O_WRONLY | os.O_CREAT, 0o600),
        (os.POSIX_SPAWN_DUP2, control, 3),
    ]
    with _fixed_addresses():
        return os.posix_spawn(
            sys.executable, command, environment, file_actions=actions, setsid=True
        )


def _site_folders() -> list[str]:
    """Where third-party packages are: for an attempt that uses one. No `.pth` file is followed."""
    return [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]


@contextlib.contextmanager
def _fixed_addresses() -> Any:
    """Children started in here have their memory at the same addresses in every run.

    Sets of objects are ordered by address; a learner's loop over one should not differ from run to
    run. Where the system won't have it, only that comfort is lost.
    """
    personality = getattr(ctypes.CDLL(None), "personality", None)
    before = personality(0xFFFFFFFF) if personality is not None else -1
    if before == -1:
        yield
        return
    assert personality is not None
    personality(before | _ADDR_NO_RANDOMIZE)
    try:
        yield
    finally:
        personality(before)
