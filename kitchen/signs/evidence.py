"""What several signs look at: items and rounds of a ledger, who held what, calls in the source."""

import ast
from collections.abc import Iterable, Iterator, Sequence

from kitchen.case import Clues, Service, Sighting
from kitchen.trace import Asks, Gave, NewTask, Note, Took
from kitchen.world.ledger import Event
from kitchen.world.outcome import Waiting
from kitchen.world.script import Begin


def ordered(clues: Clues, round: int = 0) -> list[int]:
    """The items that a round orders."""
    return ordered_in(clues.service, round)


def ordered_in(service: Service, round: int = 0) -> list[int]:
    """The items that a round of a service orders."""
    items: list[int] = []
    for step in service.script[round]:
        if isinstance(step, Begin):
            for arg in step.args:
                items += arg if isinstance(arg, list) else []
    return items


def never_asked(clues: Clues, round: int = 0) -> list[object]:
    """Items of a round that the supplier was never asked for."""
    asked = clues.ledger.times("asked")
    return [item for item in ordered(clues, round) if item not in asked]


def did_not_return(clues: Clues) -> bool:
    end = clues.ledger.end_of(0)
    return end is None or end.kind != "returned"


def stuck(clues: Clues) -> tuple[Waiting, ...]:
    """Who can't go on: in a deadlock, or when a round was over."""
    return clues.served.outcome.waiting or clues.served.left.get(0, ())


def circle_of(waiting: Sequence[Waiting]) -> list[Waiting]:
    """Those who wait for each other, each for what the next one holds; nobody, if none do."""
    by_name = {one.who: one for one in waiting}
    for one in waiting:
        path = [one]
        while path[-1].holder and (following := by_name.get(path[-1].holder)) is not None:
            if following in path:
                return path[path.index(following) :]
            path.append(following)
    return []


def went_well(clues: Clues) -> bool:
    """Whether the even service, where nothing goes wrong, delivered everything."""
    even = clues.even
    if even is None or not even.outcome.finished:
        return False
    return even.ledger.delivered == len(ordered_in(even.service))


def after_the_cut(clues: Clues) -> list[Event]:
    """What the ledger has of the first round, from the moment at which its call was cut."""
    events = clues.ledger.part(0).events
    cut = next((place for place, e in enumerate(events) if e.kind == "cut"), len(events))
    return events[cut:]


def held_at_asks(clues: Clues) -> Iterator[tuple[Asks, dict[int, list[int]]]]:
    """Each call of the supplier, with what every task held at that moment."""
    held: dict[int, list[int]] = {}
    for note in clues.trace.notes:
        _keep_count(held, note)
        if isinstance(note, Asks):
            yield note, held


def _keep_count(held: dict[int, list[int]], note: Note) -> None:
    if isinstance(note, Took):
        held.setdefault(note.task, []).append(note.thing)
    elif isinstance(note, Gave):
        for holder in (note.task, *held):
            if note.thing in held.get(holder, []):
                held[holder].remove(note.thing)
                return


def making_of(clues: Clues, task: int) -> NewTask | None:
    return clues.trace.maker.get(task)


def ancestors(clues: Clues, task: int) -> Iterator[int]:
    """The task that made this one, and so on upwards."""
    seen = {task}
    made = making_of(clues, task)
    while made is not None and made.parent and made.parent not in seen:
        seen.add(made.parent)
        yield made.parent
        made = making_of(clues, made.parent)


def name_of(call: ast.Call) -> str:
    """'time' of `loop.time()`, 'max' of `max(...)`; '' where what is called has no name."""
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def asked_for_equals(clues: Clues) -> Sighting | None:
    """Payloads were compared, and by `==` alone: a heap asks for the lesser, too. The line is the
    first that asks whether one thing equals another, or a list for one that does."""
    if {mark.item for mark in clues.ledger.marks("compared")} != {"=="}:
        return None
    asks = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)
    compares = [node for node in clues.nodes if isinstance(node, ast.Compare)]
    asking: list[ast.expr] = [n for n in compares if any(isinstance(op, asks) for op in n.ops)]
    asking += [*calls_of(clues.nodes, "remove"), *calls_of(clues.nodes, "index")]
    return Sighting(asking[0].lineno if asking else 0)


def calls_of(nodes: Iterable[ast.AST], method: str) -> list[ast.Call]:
    """Calls of a method of this name among these nodes."""
    return [
        node
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == method
    ]


def within(body: Iterable[ast.stmt]) -> Iterator[ast.AST]:
    """All nodes of these statements."""
    for statement in body:
        yield from ast.walk(statement)
