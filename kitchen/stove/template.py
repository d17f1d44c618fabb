"""The template: a process that has imported what a stove needs, and forks one for each service.

Its orders come over the control line from the judge, framed like everything else:

    ["attempt", path, stem, source]     the learner's file, its bytes as latin-1
    ["serve", key]                      with two descriptors: a line to the world, an output file
    ["look", key]                       what is that stove doing? answered by ["seen", ...]
    ["kill", key]
    ["split"]                           with a descriptor: the control line of a second template

It answers ["ready"], ["ended", key, status] and ["seen", key, cpu seconds, state, stack].
When the control line closes, it ends what it started, and itself.
"""

import ast
import faulthandler
import gc
import importlib
import os
import select
import signal
import socket
import sys
from typing import Any, NoReturn

from kitchen.stove.child import Attempt, Fixtures, serve
from kitchen.stove.clock import real_sleep
from kitchen.world.wire import Unpacker, pack

NOT_BEFOREHAND = frozenset({"antigravity", "idlelib", "this", "turtle", "turtledemo", "__main__"})
"""Modules that do something when imported; the learner's own import will do it."""


class Template:
    """Forks stoves, watches over them, tells the judge how they ended."""

    def __init__(self, control: socket.socket, fixtures: Fixtures) -> None:
        self._control = control
        self._fixtures = fixtures
        self._unpacker = Unpacker()
        self._descriptors: list[int] = []  # received, not yet used
        self._attempt: Attempt | None = None
        self._stoves: dict[str, int] = {}  # key -> pid
        self._watch: dict[int, str] = {}  # pidfd -> key
        self._stack = os.open("stack", os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)

    def run(self) -> NoReturn:
        """Take orders until the control line closes."""
        faulthandler.register(signal.SIGUSR1, file=self._stack, all_threads=True)
        gc.collect()
        gc.freeze()
        self._say(["ready"])
        while True:
            for order in self._await_orders():
                self._obey(*order)

    # --- orders ---------------------------------------------------------------------------------

    def _obey(self, what: str, *args: Any) -> None:
        if what == "serve":
            self._fork(args[0])
        elif what == "attempt":
            path, stem, source = args
            self._attempt = Attempt(path, stem, source.encode("latin-1"))
            _import_beforehand(self._attempt)
        elif what == "look":
            self._look(args[0])
        elif what == "kill":
            self._kill(args[0])
        elif what == "split":
            self._split()

    def _fork(self, key: str) -> None:
        line, out = self._descriptors.pop(0), self._descriptors.pop(0)
        assert self._attempt is not None
        pid = os.fork()
        if pid == 0:
            try:
                self._control.close()
                connection = socket.socket(fileno=line)
                serve(self._attempt, self._fixtures, connection, out)
            finally:
                os._exit(70)
        os.close(line)
        os.close(out)
        self._stoves[key] = pid
        if hasattr(os, "pidfd_open"):
            self._watch[os.pidfd_open(pid)] = key

    def _split(self) -> None:
        descriptor = self._descriptors.pop(0)
        if os.fork() == 0:
            self._control.close()
            self._control = socket.socket(fileno=descriptor)
            self._unpacker = Unpacker()
            self._stoves, self._watch, self._descriptors = {}, {}, []
            os.close(self._stack)
            self._stack = os.open("stack2", os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
            self.run()
        os.close(descriptor)

    def _look(self, key: str) -> None:
        pid = self._stoves.get(key)
        if pid is None:
            return
        os.ftruncate(self._stack, 0)
        os.lseek(self._stack, 0, os.SEEK_SET)
        os.kill(pid, signal.SIGUSR1)
        size = -1
        for _ in range(10):
            real_sleep(0.01)
            before, size = size, os.fstat(self._stack).st_size
            if size and size == before:
                break
        stack = os.pread(self._stack, 20_000, 0).decode("utf-8", "replace")
        cpu, state = _cpu_and_state(pid)
        self._say(["seen", key, cpu, state, stack])

    def _kill(self, key: str) -> None:
        pid = self._stoves.get(key)
        if pid is not None:
            _kill_group(pid)
            if not self._watch:
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
                key = self._watch.pop(descriptor)
                os.close(descriptor)
                self._bury(key)
        if not can_watch:
            self._bury_the_dead()
        return orders

    def _read_orders(self) -> list[Any]:
        try:
            data, descriptors, _, _ = socket.recv_fds(self._control, 1 << 16, 16)
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
        _kill_group(pid)  # before it is reaped: as long, nobody else can have its number
        _, status = os.waitpid(pid, 0)
        self._say(["ended", key, os.waitstatus_to_exitcode(status)])

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


def _cpu_and_state(pid: int) -> tuple[float, str]:
    """CPU seconds that a process has used, and its state as one letter ('' where unknown)."""
    try:
        with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0.0, ""
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), fields[0]


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
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        for name in names:
            if name.split(".")[0] in NOT_BEFOREHAND or name in sys.modules:
                continue
            try:
                importlib.import_module(name)
            except Exception:
                continue
