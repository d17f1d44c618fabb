"""The template: it has imported what a stove needs, and starts lanes.

A lane is a fork server in namespaces of its own, with a control line of its own. The template
itself stays outside, where no learner's code can reach it. Its one order, over its own control
line, is ["lane"] with the descriptor of the new lane's control line. When its line closes, it
waits for its lanes to end, helps those that don't, and ends.
"""

import os
import signal
import socket
from collections.abc import Callable
from typing import NoReturn

from kitchen.stove import walls
from kitchen.stove.clock import real_sleep
from kitchen.world.wire import Unpacker

PATIENCE = 200
"""Hundredths of a second that lanes have to end by themselves."""


class Template:
    """Starts lanes until its control line closes. `serve` is what a lane's process does."""

    def __init__(
        self,
        control: socket.socket,
        serve: Callable[[socket.socket, int, dict[str, str]], NoReturn],
    ) -> None:
        self._control = control
        self._serve = serve
        self._lanes: set[int] = set()
        # Which core a lane gets: other templates begin elsewhere.
        self._place = os.getpid()

    def run(self) -> NoReturn:
        """Take orders until the control line closes."""
        unpacker = Unpacker()
        descriptors: list[int] = []
        while True:
            try:
                data, received, _, _ = socket.recv_fds(self._control, 1 << 16, 16)
            except OSError:
                data, received = b"", []
            descriptors += received
            if not data:
                self._end()
            for _ in unpacker.feed(data):
                self._lanes.add(self._start_lane(descriptors.pop(0)))

    def _start_lane(self, line: int) -> int:
        self._place += 1
        pid = os.fork()
        if pid:
            os.close(line)
            return pid
        try:
            self._control.close()
            walls.end_with_parent()
            report = walls.close_off()
            # The first process in there is the others' init; this one, outside, waits for it.
            inside = os.fork() if not report["processes"] else 0
            if inside:
                os.close(line)
                os.waitpid(inside, 0)
            else:
                walls.end_with_parent()
                self._serve(socket.socket(fileno=line), self._place, report)
        finally:
            os._exit(0)

    def _end(self) -> NoReturn:
        for _ in range(PATIENCE):
            self._lanes -= {pid for pid in self._lanes if _ended(pid)}
            if not self._lanes:
                os._exit(0)
            real_sleep(0.002 if _ < 50 else 0.01)
        for pid in self._lanes:
            os.kill(pid, signal.SIGKILL)
        os._exit(0)


def _ended(pid: int) -> bool:
    return os.waitpid(pid, os.WNOHANG)[0] == pid
