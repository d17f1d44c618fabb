"""A second judge for a while: a fork of this one, which serves every other service.

What a service costs is in equal parts the judge's work and the stove's, one after the other. Two
lanes under one judge would wait for him a third of the time. So each lane gets a judge of its own;
the first hands out the services, by their place in the list that both have, and collects what comes
back. Nothing of a stranger's travels here but what a judge has read and found in order.
"""

import contextlib
import os
import pickle
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn

from kitchen.case import Served, Service

AHEAD = 2
"""Services that a deputy has at the most: one in work, one to begin with next."""

_END = -1
_NUMBER = 8


class Broken(NamedTuple):
    """What a deputy says when a process of the lab's own is gone."""

    text: str


class Deputy:
    """This end of the line to a deputy."""

    def __init__(self, work: Callable[["Assigned"], Iterator[Served]], left: Iterator[Service]):
        """Fork. `left`: the services that are not yet begun; places count from its first."""
        self.line, theirs = socket.socketpair()
        self._pid = os.fork()
        if not self._pid:
            self.line.close()
            _be_deputy(Assigned(theirs, left), work)
        theirs.close()
        self._rest = b""
        self.given: dict[int, Service] = {}
        """What it has and hasn't answered, by place."""

    def give(self, place: int, service: Service) -> None:
        """One more service."""
        self.given[place] = service
        self._say(place)

    @property
    def is_free(self) -> bool:
        """Whether it can take one more."""
        return len(self.given) < AHEAD

    def answers(self) -> list[Served]:
        """What has come, when its line is readable. Raises EOFError if it is no more, and
        RuntimeError with what it says has broken down."""
        piece = self.line.recv(1 << 20)
        if not piece:
            raise EOFError("a process that serves services is gone")
        self._rest += piece
        found = []
        while len(self._rest) >= _NUMBER:
            size = int.from_bytes(self._rest[:_NUMBER], "big")
            if len(self._rest) < _NUMBER + size:
                break
            said = pickle.loads(self._rest[_NUMBER : _NUMBER + size])
            self._rest = self._rest[_NUMBER + size :]
            if isinstance(said, Broken):
                raise RuntimeError(said.text)
            place, *parts = said
            found.append(Served(self.given.pop(place), *parts))
        return found

    def end(self) -> None:
        """It is wanted no more."""
        if self.given:
            os.kill(self._pid, signal.SIGKILL)  # its stoves end with their lane
        self._say(_END)
        self.line.close()
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._pid, 0)

    def _say(self, place: int) -> None:
        with contextlib.suppress(OSError):  # if it is gone that shows when it should answer
            self.line.sendall(place.to_bytes(_NUMBER, "big", signed=True))


_ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""What asks a command to end: Ctrl-C, `kill`, a terminal that was closed."""


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """What asks us to end is heard when this is over: it must not come between a fork and our
    knowing of it.

    Not by a mask of signals: a thread that hasn't it would take the signal, and tell us.
    """
    heard: list[int] = []

    def hear(number: int, frame: object) -> None:
        heard.append(number)

    before = {number: signal.signal(number, hear) for number in _ENDS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if heard:
        signal.raise_signal(heard[0])


class Assigned:
    """The deputy's end of the line: what it is given to serve."""

    def __init__(self, line: socket.socket, left: Iterator[Service]) -> None:
        self.line = line
        self.services: list[Service] = []
        """What has been given and not yet been taken from here."""
        self.over = False
        """Whether no more will come."""
        self._left = enumerate(left)
        self._places: dict[int, int] = {}

    def read(self) -> None:
        """Read what has come, when the line is readable."""
        said = self.line.recv(_NUMBER, socket.MSG_WAITALL)
        place = int.from_bytes(said, "big", signed=True) if len(said) == _NUMBER else _END
        self.over = place == _END
        if not self.over:
            service = next(service for at, service in self._left if at == place)
            self._places[id(service)] = place
            self.services.append(service)

    def answer(self, served: Served) -> None:
        """What became of a service."""
        self.say((self._places[id(served.service)], *served[1:]))

    def say(self, what: Any) -> None:
        body = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
        self.line.sendall(len(body).to_bytes(_NUMBER, "big") + body)


def _be_deputy(assigned: Assigned, work: Callable[[Assigned], Iterator[Served]]) -> NoReturn:
    try:
        for number in (signal.SIGINT, signal.SIGHUP):  # the other one hears it, and closes the line
            signal.signal(number, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        for served in work(assigned):
            assigned.answer(served)
    except BrokenPipeError:
        pass
    except Exception as error:
        assigned.say(Broken(str(error)))
    finally:
        os._exit(0)
