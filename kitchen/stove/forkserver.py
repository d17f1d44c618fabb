"""The fork server of a lane: it forks a fresh stove for each service, and buries it.

Its orders come over the lane's control line from the judge, framed like everything else:

    ["attempt", path, stem, source, points]
                                        the learner's file, its bytes as latin-1; are there turn
                                        points in it?
    ["serve", keys, parents, office]    for each key two descriptors: a line to the world, an output
                                        file; and its own place, or that of the stove that will fork
                                        into it: then it isn't started. Is there an office?
    ["adopt", key, parent, process]     one stove has forked into another: it is this process
    ["know", names]                     modules that stoves have imported: do it beforehand
    ["look", key]                       what is that stove doing? answered by ["seen", ...]
    ["kill", key]

It answers ["ready", walls], ["ended", key, status] and ["seen", key, cpu seconds, stack].
When the control line closes, it ends what it started, and itself.
"""

import ast
import contextlib
import faulthandler
import gc
import importlib
import os
import re
import select
import signal
import socket
import sys
import time
from typing import Any, NoReturn

from kitchen.stove.child import Attempt, Fixtures, serve
from kitchen.stove.clock import real_sleep
from kitchen.stove.desk import DESK
from kitchen.stove.threads import ForkOfOne
from kitchen.stove.walls import Walls
from kitchen.world.wire import FIRST_PROCESS, Unpacker, pack

NOT_BEFOREHAND = frozenset(
    {"antigravity", "idlelib", "test", "this", "turtle", "turtledemo", "__main__"}
)
"""Modules that do something when imported; the learner's own import will do it."""


MOST_BEFOREHAND = 100
"""Imports of the attempt that are made beforehand; looking for a module takes its time."""

LONGEST_STACK = 200_000
"""Bytes of a dump that are read: of many threads, and the main one comes last."""


class ForkServer:
    """Forks stoves, watches over them, tells the judge how they ended."""

    def __init__(
        self, control: socket.socket, fixtures: Fixtures, walls: Walls, report: dict[str, str]
    ) -> None:
        self._control = control
        self._walls = walls
        self._report = {**report, **walls.report}
        self._is_init = os.getpid() == 1  # of a namespace of our own
        self._fixtures = fixtures
        self._unpacker = Unpacker()
        self._descriptors: list[int] = []  # received, not yet used
        self._attempt: Attempt | None = None
        self._stoves: dict[str, int] = {}  # key -> pid
        self._watch: dict[int, str] = {}  # pidfd -> key
        self._office: Any = None
        self._fork_of_one = ForkOfOne()
        self._stack = _unnamed_file()  # stoves dump theirs here; each has a file of its own
        self._stacks: dict[str, int] = {}  # key -> its stove's file

    def run(self) -> NoReturn:
        """Take orders until the control line closes."""
        faulthandler.register(signal.SIGUSR1, file=self._stack, all_threads=True)
        gc.freeze()
        gc.enable()
        self._fork_of_one.begin()
        self._say(["ready", self._report])
        while True:
            for order in self._await_orders():
                self._obey(*order)

    # --- orders ---------------------------------------------------------------------------------

    def _obey(self, what: str, *args: Any) -> None:
        if what == "serve":
            self._serve(*args)
        elif what == "adopt":
            self._adopt(*args)
        elif what == "attempt":
            path, stem, source, points = args
            self._attempt = Attempt(path, stem, source.encode("latin-1"), points)
            _import_beforehand(self._attempt)
        elif what == "know":
            for name in args[0]:
                if self._is_of_a_package(name):
                    _import_quietly(name)
        elif what == "look":
            self._look(args[0])
        elif what == "kill":
            self._kill(args[0])

    def _is_of_a_package(self, name: str) -> bool:
        """Whether a module belongs to a third-party package that the attempt names itself."""
        top = name.split(".")[0]
        if self._attempt is None or top in sys.stdlib_module_names:
            return False
        return any(
            re.match(rf"\s*(import|from)\s+{re.escape(top)}\b", x) for x in self._attempt.file.lines
        )

    def _serve(self, keys: list[str], parents: list[int], office: bool) -> None:
        """A fresh stove for each key, all of one service."""
        for earlier in list(self._stoves):
            # The service before this one is over: nothing of it may be there when this one begins.
            self._kill(earlier)
        self._walls.make_scratch()
        if office:
            self._open_office()
        if len(keys) > 1:
            self._number_from(FIRST_PROCESS)
        received = self._descriptors
        self._descriptors = received[2 * len(keys) :]
        lines, outs = received[: 2 * len(keys) : 2], received[1 : 2 * len(keys) : 2]
        for place, key in enumerate(keys):
            if parents[place] == place:
                unborn = {n: lines[n] for n, one in enumerate(parents) if one == place != n}
                self._fork(key, lines[place], outs[place], unborn, {*lines, *outs})
        for descriptor in (*lines, *outs):
            os.close(descriptor)

    def _number_from(self, number: int) -> None:
        """Processes that are forked from now on are numbered from here, where that can be had."""
        if self._is_init:
            with contextlib.suppress(OSError), open("/proc/sys/kernel/ns_last_pid", "w") as file:
                file.write(str(number - 1))

    def _open_office(self) -> None:
        """A new office for the next service. The first takes some time: it brings a library."""
        if self._office is None:
            names: dict[str, Any] = {"__name__": "kitchen.stove.office"}
            exec(self._fixtures.office, names)
            self._office = names["Office"](self._walls.scratch, self._walls.owner, DESK)
        self._office.renew()

    def _fork(
        self, key: str, line: int, out: int, unborn: dict[int, int], all_stoves: set[int]
    ) -> None:
        """Start a stove, with the lines of those it will fork into, and without those of others."""
        stack = _unnamed_file()
        assert self._attempt is not None
        pid = os.fork()
        if pid == 0:
            try:
                self._fork_of_one.end()
                self._control.close()
                for other in all_stoves - {line, out, *unborn.values()}:
                    os.close(other)
                os.dup2(stack, self._stack, inheritable=False)
                os.close(stack)
                connection = socket.socket(fileno=line)
                self._walls.enter()
                cache = None if self._office is None else self._office.cache
                serve(self._attempt, self._fixtures, cache, connection, out, unborn)
            finally:
                os._exit(70)
        self._stacks[key] = stack
        self._supervise(key, pid)

    def _supervise(self, key: str, pid: int) -> None:
        self._stoves[key] = pid
        if hasattr(os, "pidfd_open"):
            self._watch[os.pidfd_open(pid)] = key

    def _adopt(self, key: str, parent: str, pid: int) -> None:
        """A stove says that this is its child. No other process may be taken for one: it would be
        killed as such."""
        if pid in self._stoves.values() or not _is_child_of_ours(pid):
            self._say(["ended", key, -signal.SIGKILL])
            return
        self._stacks[key] = (
            os.dup(self._stacks[parent]) if parent in self._stacks else _unnamed_file()
        )
        self._supervise(key, pid)

    def _look(self, key: str) -> None:
        pid = self._stoves.get(key)
        if pid is None:
            return
        dump = self._stacks[key]
        os.ftruncate(dump, 0)
        os.lseek(dump, 0, os.SEEK_SET)
        os.kill(pid, signal.SIGUSR1)
        size = -1
        for _ in range(10):
            real_sleep(0.01)
            before, size = size, os.fstat(dump).st_size
            if size and size == before:
                break
        stack = os.pread(dump, LONGEST_STACK, 0).decode("utf-8", "replace")
        self._say(["seen", key, _cpu_seconds(pid), stack])

    def _kill(self, key: str) -> None:
        pid = self._stoves.get(key)
        if pid is not None:
            _kill_group(pid)
            self._bury(key)

    # --- waiting --------------------------------------------------------------------------------

    def _await_orders(self) -> list[Any]:
        """Wait for orders or the end of a stove."""
        orders: list[Any] = []
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        for pidfd in self._watch:
            poll.register(pidfd, select.POLLIN)
        can_watch = bool(self._watch) or not self._stoves
        for descriptor, _ in poll.poll(None if can_watch else 5):
            if descriptor == self._control.fileno():
                orders = self._read_orders()
            else:
                self._bury(self._watch[descriptor])
        if not can_watch:
            self._bury_the_dead()
        return orders

    def _read_orders(self) -> list[Any]:
        try:
            data, descriptors, _, _ = socket.recv_fds(self._control, 1 << 16, 64)
        except OSError:
            data, descriptors = b"", []
        if not data:
            for pid in self._stoves.values():
                _kill_group(pid)
            os._exit(0)
        self._descriptors += descriptors
        return self._unpacker.feed(data)

    def _bury(self, key: str) -> None:
        pid = self._stoves.pop(key)
        os.close(self._stacks.pop(key))
        for pidfd in [pidfd for pidfd, whose in self._watch.items() if whose == key]:
            del self._watch[pidfd]
            os.close(pidfd)
        _kill_group(pid)  # before it is reaped: as long, nobody else can have its number
        _, status = os.waitpid(pid, 0)
        if not self._stoves:
            self._sweep()
        self._say(["ended", key, os.waitstatus_to_exitcode(status)])

    def _sweep(self) -> None:
        """End what the stoves have started and left, in whatever session, and what they wrote."""
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                continue  # those that ended and were left to us
            while True:  # others are still there: no child of ours is meant to be
                self._kill_leftovers()
                os.waitpid(-1, 0)
        self._walls.clear_scratch()

    def _kill_leftovers(self) -> None:
        if self._is_init:
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
            return
        for entry in os.listdir("/proc") if os.path.isdir("/proc/self") else ():
            # Orphans are adopted by this process (walls.adopt_orphans), so they are its children.
            if entry.isdecimal() and _parent_of(int(entry)) == os.getpid():
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(int(entry), signal.SIGKILL)

    def _bury_the_dead(self) -> None:
        """Where the system has no pidfd: look at every stove in turn."""
        for key, pid in list(self._stoves.items()):
            ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if ended is not None:
                self._bury(key)

    def _say(self, message: list[Any]) -> None:
        try:
            self._control.sendall(pack(message))
        except OSError:
            os._exit(0)


def _kill_group(pid: int) -> None:
    for end in (os.killpg, os.kill):
        try:
            end(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue


def _is_child_of_ours(pid: int) -> bool:
    """Whether it is a process whose end this one will be told."""
    if pid <= 0:  # those stand for many
        return False
    try:
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except (ChildProcessError, OverflowError):
        return False
    return True


def _parent_of(pid: int) -> int:
    """The process that a process is a child of, or 0 (Linux)."""
    try:
        with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
            return int(file.read().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _cpu_seconds(pid: int) -> float:
    """CPU seconds that a process has used; -1 where the system doesn't tell.

    The clock of another process, by the kernel's formula for its number (clock_getcpuclockid).
    """
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except (OSError, OverflowError, AttributeError):
        return -1.0


def _unnamed_file() -> int:
    """A file that has no name, so that nobody else can open it."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("stack")
    descriptor = os.open("stack", os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    os.unlink("stack")
    return descriptor


def _import_beforehand(attempt: Attempt) -> None:
    """Import what the attempt will import, once for all its forks.

    Only top-level names of modules, and only those that are there: what fails here will fail again
    in the learner's own line, and be told from there.
    """
    if attempt.fault is not None:
        return
    try:
        tree = ast.parse("\n".join(attempt.file.lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
    for name in names[:MOST_BEFOREHAND]:
        _import_quietly(name)


def _import_quietly(name: str) -> None:
    """Import a module for all further stoves; what fails here will be told from where it matters.

    Only what stands in the interpreter's library or among the packages can be found.
    """
    if NOT_BEFOREHAND & set(name.split(".")) or name in sys.modules:
        return
    with contextlib.suppress(BaseException):  # a module may well end the program
        importlib.import_module(name)
