"""The evidence of a traced replay: what the stove noted about the learner's own code.

It names a mistake and its line. It decides nothing: a stove can note what it likes.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from kitchen.world import testimony
from kitchen.world.wire import FIRST_STRAND, STRANDS_OF_STOVE, Malformed


class Made(NamedTuple):
    """A primitive of asyncio was made."""

    thing: int
    type: str
    value: int
    """A semaphore's places, a queue's size."""
    line: int
    calls: int
    """Calls of the learner's function begun by then; 0: made while the file was imported."""
    task: int


class Wants(NamedTuple):
    """A task is about to take a gate (a lock or semaphore)."""

    thing: int
    task: int
    line: int


class Took(NamedTuple):
    """A task has taken a gate."""

    thing: int
    task: int
    line: int


class Gave(NamedTuple):
    """A gate was given back."""

    thing: int
    task: int
    line: int
    held: bool
    """Whether the task that gave it back was one that held it."""


class Looked(NamedTuple):
    """A task asked a gate whether it is locked."""

    thing: int
    task: int
    line: int


class NewTask(NamedTuple):
    """A task was made."""

    task: int
    parent: int
    line: int
    held: tuple[int, ...]
    """What the parent held at that moment."""


class Slept(NamedTuple):
    """A task slept."""

    task: int
    line: int
    held: tuple[int, ...]
    seconds: float


class Asks(NamedTuple):
    """A task called the supplier."""

    item: str
    task: int
    line: int
    held: tuple[int, ...]
    made_by: int
    """The task in which the coroutine was made, which may be another."""
    made_at: int
    held_then: tuple[int, ...]
    """What that task held when it made the coroutine."""

    @property
    def where(self) -> int:
        """The line that called, or that made what calls: a gathered coroutine calls by itself."""
        return self.line or self.made_at


class Call(NamedTuple):
    """A call of the learner's function began, as this task."""

    call: int
    task: int


class Unawaited(NamedTuple):
    """A coroutine that nobody awaited."""

    what: str
    line: int


class Kept(NamedTuple):
    """At the end a task still held gates."""

    task: int
    how: str
    """'ended', 'failed', or 'waits'."""
    held: tuple[int, ...]


class Error(NamedTuple):
    """A task ended with an error."""

    task: int
    type: str
    text: str
    line: int


class Thread(NamedTuple):
    """A thread began: it goes by this number where a task would by its own."""

    task: int
    name: str


class Died(NamedTuple):
    """An error ended a thread, and nobody else was told."""

    task: int
    name: str
    type: str
    text: str
    line: int


class Foreign(NamedTuple):
    """A thread put something before the event loop of another, in a way that isn't safe."""

    line: int
    task: int


class Step(NamedTuple):
    """A thread came to another line of the learner's file."""

    task: int
    line: int


class Late(NamedTuple):
    """A thread was late: others went on before it."""

    task: int
    line: int
    """Where it was; 0: it waited, could have gone on, and others went first."""
    start: int
    end: int
    """The columns of what it was about to do in that line, or 0."""
    held: tuple[int, ...]


class Operation(NamedTuple):
    """An operation on a cache was over."""

    task: int
    name: str
    """'add', 'get', ...; 'transact' twice: as the transaction begins, and as it ends."""
    key: str
    result: str
    """Both as Python writes them; '...' for what is no plain value."""
    shared: bool
    """Whether the cache is the office, and no other folder."""
    line: int

    @property
    def branch(self) -> int:
        """The stove that made it, from 0."""
        return branch_of(self.task)


LOOKS = frozenset({"get", "__contains__", "__getitem__", "read", "peek"})
WRITES = frozenset({"set", "__setitem__", "push"})
ADDS = frozenset({"add", "incr", "decr"})
DELETES = frozenset({"delete", "__delitem__", "pop"})
"""Names of operations, by what they do to an entry. Those of `ADDS` look and write in one step."""


def branch_of(task: int) -> int:
    """The stove that a strand is in, from 0, by the strand's number."""
    return (task - FIRST_STRAND) // STRANDS_OF_STOVE


MOST = 25_000
"""Notes that are read. A tracer stops before that; a forger may not."""

Note = (
    Made
    | Wants
    | Took
    | Gave
    | Looked
    | NewTask
    | Slept
    | Asks
    | Call
    | Unawaited
    | Kept
    | Error
    | Thread
    | Died
    | Step
    | Foreign
    | Late
    | Operation
)

_KINDS: dict[str, type[Note]] = {
    "made": Made,
    "wants": Wants,
    "took": Took,
    "gave": Gave,
    "looked": Looked,
    "task": NewTask,
    "slept": Slept,
    "asks": Asks,
    "call": Call,
    "unawaited": Unawaited,
    "kept": Kept,
    "error": Error,
    "thread": Thread,
    "died": Died,
    "step": Step,
    "foreign": Foreign,
    "late": Late,
    "office": Operation,
}


class Trace:
    """The notes of one traced service, in order."""

    def __init__(self, notes: Iterable[Note] = ()) -> None:
        self.notes = list(notes)
        self.maker = {note.task: note for note in self.notes if isinstance(note, NewTask)}
        """How each task was made."""

    @classmethod
    def read(cls, raw: Iterable[tuple[str, Any]], threads: bool = True) -> "Trace":
        """Notes as they came over the wire; what has not the right shape is left out.

        Without `threads` so are the primitives of `threading`: signs that are about coroutines
        would take them for asyncio's.
        """
        notes = []
        for kind, fields in list(raw)[:MOST]:
            try:
                notes.append(_note(kind, fields))
            except (Malformed, KeyError, TypeError):
                continue
        if not threads:
            made = [note for note in notes if isinstance(note, Made)]
            of_threads = {note.thing for note in made if note.type.startswith("threading.")}
            notes = [note for note in notes if getattr(note, "thing", 0) not in of_threads]
        return cls(note for note in notes if not isinstance(note, Kept) or note.held)

    def made(self, *types: str) -> list[Made]:
        """The primitives of these types (none named: all)."""
        return [n for n in self.notes if isinstance(n, Made) and (not types or n.type in types)]

    @property
    def gates(self) -> list[Made]:
        """The semaphores and locks."""
        return self.made("Semaphore", "BoundedSemaphore", "Lock")

    @property
    def wants(self) -> list[Wants]:
        return [n for n in self.notes if isinstance(n, Wants)]

    @property
    def took(self) -> list[Took]:
        return [n for n in self.notes if isinstance(n, Took)]

    @property
    def gave(self) -> list[Gave]:
        return [n for n in self.notes if isinstance(n, Gave)]

    @property
    def looked(self) -> list[Looked]:
        return [n for n in self.notes if isinstance(n, Looked)]

    @property
    def tasks(self) -> list[NewTask]:
        return [n for n in self.notes if isinstance(n, NewTask)]

    @property
    def slept(self) -> list[Slept]:
        return [n for n in self.notes if isinstance(n, Slept)]

    @property
    def asks(self) -> list[Asks]:
        return [n for n in self.notes if isinstance(n, Asks)]

    @property
    def operations(self) -> list[Operation]:
        return [n for n in self.notes if isinstance(n, Operation)]

    @property
    def calls(self) -> list[Call]:
        return [n for n in self.notes if isinstance(n, Call)]

    @property
    def unawaited(self) -> list[Unawaited]:
        return [n for n in self.notes if isinstance(n, Unawaited)]

    @property
    def errors(self) -> list[Error]:
        return [n for n in self.notes if isinstance(n, Error)]

    @property
    def kept(self) -> list[Kept]:
        return [n for n in self.notes if isinstance(n, Kept)]


def _note(kind: str, fields: Any) -> Note:
    """A note whose fields are all of their kind. Raises Malformed, KeyError or TypeError."""
    made = _KINDS[kind]
    types = list(made.__annotations__.values())
    return made(*map(_field, types, testimony.several(fields, len(types))))


def _field(type_: Any, value: Any) -> Any:
    if type_ is int:
        return testimony.whole(value)
    if type_ is str:
        return testimony.text(value)
    if type_ in (bool, float) and type(value) in (bool, float):
        return value
    if type(value) is list and type_ not in (bool, float):
        return tuple(map(testimony.whole, value))
    raise Malformed("a field of another kind")
