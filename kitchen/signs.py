"""Signs by which common mistakes are recognised, for any case with a gate before a supplier.

A gate is a lock or semaphore. Each sign looks at one replayed service and says where the mistake
is, or None. Evidence from the stove (the trace) and the source name the line; a sign may be wrong
about a hostile attempt, and the verdict does not depend on it.
"""

import ast
from collections import Counter
from collections.abc import Iterator

from kitchen.case import Clues, Sighting
from kitchen.trace import Asks, Gave, NewTask, Note, Took, Wants
from kitchen.world.script import Begin
from kitchen.world.wire import SECOND

AT_ONCE = SECOND // 50
"""'At once' means within 20 ms."""


# --- what was never awaited ------------------------------------------------------------------


def call_not_awaited(clues: Clues) -> Sighting | None:
    """Coroutines of the supplier's were made, and nobody awaited them."""
    lost = [n for n in clues.trace.unawaited if n.what.endswith(".deliver")]
    if not lost or len(lost) < len(never_asked(clues)):
        return None
    return Sighting(lost[0].line)


def acquire_not_awaited(clues: Clues) -> Sighting | None:
    """`gate.acquire()` made a coroutine, and nobody awaited it."""
    lost = [n for n in clues.trace.unawaited if n.what.endswith(".acquire")]
    return Sighting(lost[0].line) if lost else None


# --- what was held at the call -----------------------------------------------------------------


def gate_per_order(clues: Clues) -> Sighting | None:
    """Every order brought a gate of its own."""
    asks = [ask for ask in clues.trace.asks if ask.held]
    gates = {gate for ask in asks for gate in ask.held}
    if len(asks) < 2 or len(gates) < len(asks):
        return None
    made = next((gate for gate in clues.trace.gates if gate.thing in gates), None)
    return Sighting(made.line if made else asks[0].line)


def gate_round_all(clues: Clues) -> Sighting | None:
    """An ancestor of the callers holds the gate, once for all of them."""
    for ask, held in _held_at_asks(clues):
        if ask.held:
            continue
        for ancestor in _ancestors(clues, ask.task):
            if held.get(ancestor):
                gate = held[ancestor][-1]
                taken = [n for n in clues.trace.took if (n.thing, n.task) == (gate, ancestor)]
                below = [a for a in clues.trace.asks if ancestor in _ancestors(clues, a.task)]
                if 2 * len(taken) <= len(below):  # else it takes one for each
                    return Sighting(taken[0].line)
    return None


def gate_round_making(clues: Clues) -> Sighting | None:
    """The gate was held while the task was made, and given back before the task called."""
    for ask, held in _held_at_asks(clues):
        if ask.held:
            continue
        made = _made(clues, ask.task)
        if made is not None and made.held and not held.get(made.parent):
            return Sighting(made.line)
    return None


def awaited_outside(clues: Clues) -> Sighting | None:
    """The coroutine was made while the gate was held, and awaited after that."""
    for ask, held in _held_at_asks(clues):
        if ask.held_then and not ask.held and not held.get(ask.made_by):
            return Sighting(ask.made_at)
    return None


def call_outside(clues: Clues) -> Sighting | None:
    """The caller had taken the gate, and given it back, when it called."""
    gone_through: set[int] = set()
    for note in clues.trace.notes:
        if isinstance(note, Gave) and note.held:
            gone_through.add(note.task)
        elif isinstance(note, Took):
            gone_through.discard(note.task)
        elif isinstance(note, Asks) and not note.held and note.task in gone_through:
            return Sighting(note.where)
    return None


# --- taking and giving back ----------------------------------------------------------------------


def taken_twice(clues: Clues) -> Sighting | None:
    """A task wants a gate that it holds already, or that was taken for it when it was made."""
    inside: dict[tuple[int, int], list[int]] = {}  # (task, gate) -> lines where it was taken
    for note in clues.trace.notes:
        if isinstance(note, Took):
            inside.setdefault((note.task, note.thing), []).append(note.line)
        elif isinstance(note, Gave) and inside.get((note.task, note.thing)):
            inside[note.task, note.thing].pop()
        elif isinstance(note, Wants):
            made = _made(clues, note.task)
            taken = inside.get((note.task, note.thing), [])
            if any(line != note.line for line in taken):
                return Sighting(note.line)
            if made is not None and note.thing in made.held:
                return Sighting(note.line)
    return None


def never_released(clues: Clues) -> Sighting | None:
    """Tasks came to their end with a gate in their hands; or all wait for a token in a queue."""
    kept = [n for n in clues.trace.kept if n.how != "waits"]
    if kept:
        gate = kept[0].held[0]
        taken = [n for n in clues.trace.took if (n.thing, n.task) == (gate, kept[0].task)]
        return Sighting(taken[0].line if taken else 0)
    if clues.served.outcome.end != "deadlock":
        return None
    taken = [n for n in clues.trace.took if not _given(clues, n.thing)]
    if taken:
        return Sighting(taken[0].line)
    waits = [w for w in clues.served.outcome.waiting if "waits in " in w.reason]
    return Sighting(waits[0].line) if waits else None


def _given(clues: Clues, gate: int) -> bool:
    return any(gave.thing == gate for gave in clues.trace.gave)


def released_without_holding(clues: Clues) -> Sighting | None:
    """A gate was given back more often than it was taken."""
    balance: Counter[int] = Counter()
    for note in clues.trace.notes:
        if isinstance(note, Took):
            balance[note.thing] += 1
        elif isinstance(note, Gave):
            balance[note.thing] -= 1
            if balance[note.thing] < 0 or (not note.held and _waits_for(clues, note)):
                return Sighting(note.line)
    return None


def more_places_than_before(clues: Clues) -> Sighting | None:
    """The first round kept to the limit, the second did not: places were made in between."""
    limit = clues.service.conditions.limit
    rounds = [clues.ledger.part(place) for place in range(len(clues.service.script))]
    if len(rounds) < 2 or rounds[0].peak > limit or rounds[1].peak <= limit:
        return None
    for node in ast.walk(clues.tree):
        if isinstance(node, ast.Try) and node.finalbody and _waits_first(node):
            return Sighting(node.finalbody[0].lineno)
    return Sighting()


def _waits_first(node: ast.Try) -> bool:
    """Whether the body of a try begins with waiting for a place."""
    first = node.body[0]
    if isinstance(first, ast.While):
        return True
    return any(isinstance(part, ast.Await) for part in ast.walk(first)) and len(node.body) > 1


def _waits_for(clues: Clues, gave: Gave) -> bool:
    """Whether the task that gave a gate back had asked for it and never got it."""
    wants = any((n.task, n.thing) == (gave.task, gave.thing) for n in clues.trace.wants)
    took = any((n.task, n.thing) == (gave.task, gave.thing) for n in clues.trace.took)
    return wants and not took


def skips_when_locked(clues: Clues) -> Sighting | None:
    """A gate was asked whether it is locked, and orders were never made."""
    looked = clues.trace.looked
    if not looked or not never_asked(clues):
        return None
    return Sighting(looked[0].line, {"dropped": len(never_asked(clues))})


# --- shapes of the ledger ------------------------------------------------------------------------


def never_asked(clues: Clues, round: int = 0) -> list[object]:
    """Items of a round that the supplier was never asked for."""
    asked = clues.ledger.times("asked")
    return [item for item in ordered(clues, round) if item not in asked]


def ordered(clues: Clues, round: int = 0) -> list[int]:
    """The items that a round orders."""
    items: list[int] = []
    for step in clues.service.script[round]:
        if isinstance(step, Begin):
            for arg in step.args:
                items += arg if isinstance(arg, list) else []
    return items


def left_before_the_end(clues: Clues) -> Sighting | None:
    """The function returned while its orders were still on their way, or not yet made."""
    end = clues.ledger.end_of(0)
    if end is None or end.kind != "returned" or clues.ledger.first("cut", 0) is not None:
        return None
    late = [
        e for e in clues.ledger.part(0) if e.kind in ("delivered", "failed", "asked", "refused")
    ]
    late = [e for e in late if e.at > end.at or (e.kind == "asked" and _after(clues, e, end))]
    if not late:
        return None
    tasks = [n for n in clues.trace.tasks if n.parent and n.line]
    return Sighting(tasks[0].line if tasks else 0, {"late": len({e.number for e in late})})


def _after(clues: Clues, event: object, end: object) -> bool:
    events: list[object] = list(clues.ledger.events)
    return events.index(event) > events.index(end)


def one_at_a_time(clues: Clues) -> Sighting | None:
    """No two deliveries at once, ever."""
    if clues.ledger.peak != 1 or len(ordered(clues)) < 2 or never_asked(clues):
        return None
    asks = clues.trace.asks
    return Sighting(asks[0].where if asks else 0)


def retries_refusals(clues: Clues) -> Sighting | None:
    """An item that was turned away was asked for again."""
    again = [item for item, times in clues.ledger.times("refused").items() if times > 0]
    asked = clues.ledger.times("asked")
    if not any(asked[item] > 1 for item in again):
        return None
    asks = clues.trace.asks
    return Sighting(asks[0].where if asks else 0)


def drops_the_rest(clues: Clues) -> Sighting | None:
    """The function returned as if all was well, and some items were never asked for."""
    end = clues.ledger.end_of(0)
    dropped = never_asked(clues)
    if end is None or end.kind != "returned" or not dropped:
        return None
    return Sighting(0, {"dropped": len(dropped), "all": len(ordered(clues))})


def paced_by_the_clock(clues: Clues) -> Sighting | None:
    """No gate at all: callers sleep, each for a time of its own, or whoever makes them does."""
    trace = clues.trace
    if trace.gates or trace.made("Queue", "Condition", "Event"):
        return None
    loops = [n for n in ast.walk(clues.tree) if isinstance(n, ast.While)]
    slept = [
        note
        for note in trace.slept
        if not any(loop.lineno <= note.line <= (loop.end_lineno or 0) for loop in loops)
    ]
    makers = {note.parent for note in trace.tasks}
    makers_slept = [note for note in slept if note.task in makers]
    if len({note.seconds for note in slept}) < 3 and len(makers_slept) < 3:
        return None
    return Sighting(slept[0].line)


def no_gate(clues: Clues) -> Sighting | None:
    """Everything that was ordered stood at the door at once."""
    if clues.ledger.peak < len(ordered(clues)) or clues.trace.took:
        return None
    asks = clues.trace.asks
    return Sighting(asks[0].where if asks else 0)


# --- cancellation -----------------------------------------------------------------------------


def goes_on_after_cancel(clues: Clues) -> Sighting | None:
    """More was asked for after the function had been cancelled."""
    cut = clues.ledger.first("cut", 0)
    if cut is None:
        return None
    later = [e for e in clues.ledger.part(0).of("asked") if e.at > cut.at]
    if not later:
        return None
    lines = [n.where for n in clues.trace.asks]
    return Sighting(lines[0] if lines else 0, {"later": len(later)})


def left_in_the_air(clues: Clues) -> Sighting | None:
    """Deliveries went on after the function had been cancelled."""
    cut = clues.ledger.first("cut", 0)
    if cut is None:
        return None
    later = [e for e in clues.ledger.part(0).of("delivered", "failed") if e.at > cut.at + AT_ONCE]
    if not later:
        return None
    makers = [n for n in clues.trace.tasks if n.parent and n.line]
    return Sighting(makers[0].line if makers else 0, {"air": len(later)})


def swallows_cancel(clues: Clues) -> Sighting | None:
    """The function was cancelled and did not end as cancelled, and the source catches it."""
    cut, end = clues.ledger.first("cut", 0), clues.ledger.end_of(0)
    if cut is None:
        return None
    ended = end is not None and end.kind != "returned" and end.at <= cut.at + AT_ONCE
    if ended and not [e for e in clues.ledger.part(0).of("asked") if e.at > cut.at]:
        return None
    cleaning = {
        part
        for node in ast.walk(clues.tree)
        if isinstance(node, ast.Try)
        for statement in node.finalbody
        for part in ast.walk(statement)
    }
    for node in ast.walk(clues.tree):
        if node in cleaning:
            continue  # awaiting what one has just cancelled
        if isinstance(node, ast.ExceptHandler) and _catches_cancel(node) and not _raises(node):
            return Sighting(node.lineno)
        if isinstance(node, ast.With) and "CancelledError" in ast.unparse(node.items[0]):
            return Sighting(node.lineno)
    return None


def _catches_cancel(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    caught = ast.unparse(handler.type)
    return "CancelledError" in caught or "BaseException" in caught


def _raises(handler: ast.ExceptHandler) -> bool:
    return any(isinstance(node, ast.Raise) for node in ast.walk(handler))


# --- the source ---------------------------------------------------------------------------------


def test_then_count(clues: Clues) -> Sighting | None:
    """A counter with an await between the test and the count."""
    for function in ast.walk(clues.tree):
        if not isinstance(function, ast.AsyncFunctionDef):
            continue
        for test, name in _tests(function):
            counted = [
                node
                for node in ast.walk(function)
                if isinstance(node, ast.AugAssign)
                and isinstance(node.op, ast.Add)
                and ast.unparse(node.target) == name
                and node.lineno > test.lineno
            ]
            for count in counted:
                between = [
                    node
                    for node in ast.walk(function)
                    if isinstance(node, ast.Await)
                    and test.end_lineno is not None
                    and test.lineno < node.lineno < count.lineno
                    and not _inside_loop_of(test, node)
                ]
                if between:
                    return Sighting(between[0].lineno)
    return None


def counted_apart(clues: Clues) -> Sighting | None:
    """A counter goes up and down, nothing else holds anybody back, and it lets too many in."""
    if clues.trace.took:
        return None
    steps: dict[str, dict[type[ast.operator], int]] = {}
    for node in ast.walk(clues.tree):
        if isinstance(node, ast.AugAssign):
            steps.setdefault(ast.unparse(node.target), {})[type(node.op)] = node.lineno
    up = [ops[ast.Add] for ops in steps.values() if ast.Add in ops and ast.Sub in ops]
    return Sighting(up[0]) if up else None


def _tests(function: ast.AsyncFunctionDef) -> Iterator[tuple[ast.While | ast.If, str]]:
    for node in ast.walk(function):
        if isinstance(node, ast.While | ast.If):
            for part in ast.walk(node.test):
                if isinstance(part, ast.Name | ast.Attribute | ast.Subscript):
                    yield node, ast.unparse(part)


def _inside_loop_of(test: ast.While | ast.If, node: ast.Await) -> bool:
    """An await in the body of `while full: await ...` is followed by another test."""
    if not isinstance(test, ast.While):
        return False
    return any(part is node for statement in test.body for part in ast.walk(statement))


def unprotected_release(clues: Clues) -> Sighting | None:
    """`release()` that an error would skip, or `acquire()` inside the try that releases."""
    for node in ast.walk(clues.tree):
        if isinstance(node, ast.Try) and _calls(node.finalbody, "release"):
            taken = _calls(node.body, "acquire")
            if taken:
                return Sighting(taken[0].lineno)
    guarded = {
        call
        for node in ast.walk(clues.tree)
        if isinstance(node, ast.Try)
        for call in _calls(node.finalbody, "release")
    }
    if not _calls(clues.tree.body, "acquire") or _calls(clues.tree.body, "add_done_callback"):
        return None
    bare = [call for call in _calls(clues.tree.body, "release") if call not in guarded]
    return Sighting(bare[0].lineno) if bare else None


def _calls(body: list[ast.stmt], method: str) -> list[ast.Call]:
    """Calls of a method of this name, anywhere in these statements."""
    return [
        node
        for statement in body
        for node in ast.walk(statement)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == method
    ]


# --- reading the trace ----------------------------------------------------------------------------


def _held_at_asks(clues: Clues) -> Iterator[tuple[Asks, dict[int, list[int]]]]:
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


def _made(clues: Clues, task: int) -> NewTask | None:
    return next((note for note in clues.trace.tasks if note.task == task), None)


def _ancestors(clues: Clues, task: int) -> Iterator[int]:
    """The task that made this one, and so on upwards."""
    seen = {task}
    made = _made(clues, task)
    while made is not None and made.parent and made.parent not in seen:
        seen.add(made.parent)
        yield made.parent
        made = _made(clues, made.parent)
