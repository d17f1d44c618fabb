"""Lanes: the fork servers in which stoves are started, and the control lines to them.

A template process imports what a stove needs, once, and starts lanes. It begins while the judge is
still reading the case, so a check waits for the slower of the two and not for both.
"""

import contextlib
import os
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from kitchen.judge.spawn import spawn
from kitchen.world.wire import Malformed, Unpacker, pack

if TYPE_CHECKING:
    from kitchen.judge.spawn import Spawned

LANES = 2
"""Services that are served at once, each on a core of its own."""


class Template:
    """The process that starts lanes, with a scratch folder for them."""

    def __init__(self, spawned: "Spawned", lanes: int = LANES) -> None:
        self._control, scratch, self._pid = spawned
        self._scratch = Path(scratch)
        self._started = 0
        self._ready = [self._new_lane() for _ in range(lanes)]

    @classmethod
    def start(cls, lanes: int = LANES) -> "Template":
        """Start a template and its first lanes, which get ready while we do something else."""
        return cls(spawn(), lanes)

    def lane(self) -> "Lane":
        """A lane of your own."""
        return self._ready.pop(0) if self._ready else self._new_lane()

    def _new_lane(self) -> "Lane":
        ours, theirs = socket.socketpair()
        with contextlib.suppress(OSError):  # a dead template shows when the lane is read
            socket.send_fds(self._control, [pack(["lane"])], [theirs.fileno()])
        theirs.close()
        self._started += 1
        return Lane(ours, self._pid + self._started)

    def trouble(self) -> str:
        """What our processes wrote to their standard error: ours to read, not the learner's."""
        try:
            return (self._scratch / "template.err").read_text("utf-8", "replace").strip()
        except OSError:
            return ""

    @property
    def ended(self) -> bool:
        """Whether the template is no more."""
        try:
            # Not by its number: to a deputy it is no child.
            return not self._control.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError:
            return True

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

    def __init__(self, control: socket.socket, place: int) -> None:
        self.control = control
        self._place = place  # by which its fork server chooses its core
        self.walls: dict[str, str] = {}
        """What keeps its stoves apart: '' where it holds, else why not."""
        self._unpacker = Unpacker()
        self._served = 0
        self._known: set[str] = set()

    def take(self, path: str, stem: str, source: bytes, points: bool) -> None:
        """The file that the stoves of this lane run from now on, with turn points or without."""
        self._order(["attempt", path, stem, source.decode("latin-1"), points])

    def serve(
        self, stoves: int, *, office: bool, forks: Mapping[int, int]
    ) -> list[tuple[str, socket.socket, IO[bytes]]]:
        """Start the stoves of one service, with a new office or without: for each its name here,
        the line to it, and the file it prints to.

        `forks`: those that don't start, each with the one that has its line until it forks.
        """
        started, theirs, descriptors = [], [], []
        for _ in range(stoves):
            self._served += 1
            ours, other = socket.socketpair()
            output = _new_output()
            started.append((str(self._served), ours, output))
            theirs.append(other)
            descriptors += [other.fileno(), output.fileno()]
        parents = [forks.get(number, number) for number in range(stoves)]
        self._order(["serve", [key for key, _, _ in started], parents, office], descriptors)
        for other in theirs:
            other.close()
        return started

    def know(self, modules: set[str]) -> None:
        """Import these in the fork server, so that further stoves have them from the start."""
        new = sorted(modules - self._known)
        if new:
            self._known |= modules
            self._order(["know", new])

    def share_its_core(self) -> set[int]:
        """Keep this process to the core that the stoves of this lane run on: they and their judge
        never run at the same time, and need not wake each other across cores. Returns the cores
        that this process had before; none where that can't be said."""
        if not hasattr(os, "sched_setaffinity"):
            return set()
        before = os.sched_getaffinity(0)
        cores = sorted(before)
        os.sched_setaffinity(0, {cores[self._place % len(cores)]})
        return before

    def adopt(self, key: str, parent: str, process: int) -> None:
        """A stove has forked: its child, of this number, is the one of this name from now on."""
        self._order(["adopt", key, parent, process])

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
