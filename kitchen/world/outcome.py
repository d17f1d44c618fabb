"""How a service came to its end, and what its stoves said about it.

Everything here that comes from a stove (texts, lines, who waits for what) is for telling people.
The verdict never rests on it, except that it may turn a pass into a fail.
"""

from typing import Literal, NamedTuple

End = Literal[
    "finished",
    "deadlock",  # nothing ready, nothing due, somebody unfinished
    "spinning",  # turns go by and nothing is done
    "endless",  # still at it when the service's time was up
    "flood",  # asks without end
    "kept",  # kept its turn: a loop without await, a blocking call in C
    "exited",  # sys.exit
    "died",  # os._exit, a signal
    "fault",  # the file can't be used: syntax error, no such function
    "crashed",  # the file raised while it was imported
    "malformed",  # the stove sent what no stove sends
]


class Frame(NamedTuple):
    """One of the learner's own frames in a traceback."""

    line: int
    function: str
    source: str
    marks: str
    """Carets under the part of `source` that was at work, or nothing."""


class Raised(NamedTuple):
    """An exception as the stove describes it."""

    type: str
    text: str
    frames: tuple[Frame, ...] = ()
    first: str = ""
    """For a group of exceptions: the first one in it, in a line."""

    @property
    def inner_type(self) -> str:
        """The type of the first one in a group, or its own."""
        return self.first.partition(":")[0] or self.type


class Waiting(NamedTuple):
    """One strand or task that can't go on."""

    who: str
    line: int
    reason: str
    """What it waits for, with who holds it where that is known."""
    holder: str = ""
    """Who holds it, by name, if that is another one (or itself) among those who wait."""


class Outcome(NamedTuple):
    """How one service ended."""

    end: End
    text: str = ""
    line: int = 0
    """The line of the learner's file that it is about, or 0."""
    error: Raised | None = None
    waiting: tuple[Waiting, ...] = ()
    source: str = ""
    """The text of that line, where the stove knows better than the file (syntax errors)."""

    @property
    def finished(self) -> bool:
        return self.end == "finished"

    @property
    def conclusive(self) -> bool:
        """Whether its ledger tells what went wrong, and not rather the way it was broken off.

        Who looks again and again for what never comes is broken off late, and its ledger is that of
        a deadlock; not so where a line stops the whole loop.
        """
        return self.end in ("finished", "deadlock") or (self.end == "spinning" and not self.text)

    @property
    def hung(self) -> bool:
        """Whether the attempt would have gone on for ever."""
        return self.end in ("deadlock", "spinning", "endless", "flood", "kept")

    @property
    def file_at_fault(self) -> bool:
        """Whether the file can't be run at all, so that there is nothing to grade."""
        return self.end == "fault"
