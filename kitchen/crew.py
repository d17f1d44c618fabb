"""Hands: processes that judge side by side, each with an engine of its own.

The answers come in the order of the tasks, whichever hand had them, so that what is printed does
not depend on how many there are. A hand gets its next task when it has answered the last one.

Not `concurrent.futures`: its processes hear the terminal's Ctrl-C as we do, and have no place
where an engine would be closed.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from kitchen.judge.engine import BrokenDown, Engine
from kitchen.judge.lane import LANES

_HOUSE = Path(__file__).resolve().parent.parent

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def cores() -> int:
    """Cores that we may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Failed(NamedTuple):
    """What a hand sends instead of an answer."""

    error: Exception


class Crew:
    """As many hands as are wanted, and no more than there is work for. A context manager."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._hands: list[_Hand] = []

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            for hand in self._hands:
                hand.stop()
        for hand in self._hands:
            hand.end()

    def each(
        self, work: Callable[[Engine, Task], Answer], tasks: Sequence[Task]
    ) -> Iterator[Answer]:
        """The answer to each task, in order. `work` is a function of some module; tasks and
        answers travel pickled. An error that it raises is raised here."""
        jobs = min(self._jobs, len(tasks))
        while len(self._hands) < jobs:
            self._hands.append(_Hand(len(self._hands), _lanes(jobs)))
        idle = self._hands[:]
        busy: dict[Connection[Any, Any], tuple[_Hand, int]] = {}
        answers: dict[int, Answer] = {}
        begun = told = 0
        while told < len(tasks):
            while idle and begun < len(tasks):
                hand = idle.pop()
                hand.give(work, tasks[begun])
                busy[hand.line] = hand, begun
                begun += 1
            for line in wait(list(busy)):
                assert isinstance(line, Connection)
                hand, place = busy.pop(line)
                answers[place] = hand.answer()
                idle.append(hand)
            while told in answers:
                yield answers.pop(told)
                told += 1


def _lanes(jobs: int) -> int:
    """Lanes for each. A hand and its one stove keep a core busy between them; on two cores two
    such hands took 33 s where one hand of two lanes took 41, and two of two lanes 36."""
    return LANES if jobs == 1 else 1


class _Hand:
    """Our end of one of these processes."""

    def __init__(self, place: int, lanes: int) -> None:
        self.line, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "kitchen.crew"]
                + [str(number) for number in (theirs.fileno(), place, lanes)],
                env={**os.environ, "PYTHONPATH": str(_HOUSE)},
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                process_group=0,  # Ctrl-C is for us to hear; we tell them
            )

    def give(self, work: Callable[[Engine, Any], Any], task: object) -> None:
        with contextlib.suppress(OSError):  # it is gone; its answer will tell
            self.line.send((work, task))

    def answer(self) -> Any:
        """What it made of its task. Raises what that raised, and BrokenDown if it is gone."""
        try:
            answer = self.line.recv()
        except (EOFError, OSError):
            raise BrokenDown("one that judged beside the others ended by itself") from None
        if isinstance(answer, _Failed):
            raise answer.error
        return answer

    def stop(self) -> None:
        """Whatever it is at, it is to end."""
        self._process.terminate()

    def end(self) -> None:
        """Let it close its engine, and see it gone."""
        self.line.close()
        self._process.wait()


# --- in the other process -----------------------------------------------------------------------


def _serve(descriptor: int, place: int, lanes: int) -> None:
    """Answer tasks until the line closes: then there are none, or whoever asked is no more."""
    signal.signal(signal.SIGTERM, _end)
    if lanes == 1:
        _keep_to_a_core(place)
    line: Connection[Any, Any] = Connection(descriptor)
    with contextlib.suppress(EOFError, OSError), Engine(lanes=lanes) as engine:
        while True:
            work, task = line.recv()
            try:
                answer = work(engine, task)
            except Exception as error:
                answer = _Failed(error)
            line.send(answer)


def _keep_to_a_core(place: int) -> None:
    """This hand and its stove: one of them waits while the other works. Left to themselves the
    stoves of two hands would share a core as often as not."""
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[place % len(cores)]})


def _end(number: int, frame: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: there is an engine to close
    raise SystemExit(128 + number)


if __name__ == "__main__":
    from kitchen import crew  # whose `_Failed` the other side knows

    crew._serve(*map(int, sys.argv[1:]))
