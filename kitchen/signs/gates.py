"""A gate that is there and does not hold back: who passes it, and what is held at the call."""

from kitchen.case import Clues, Sighting
from kitchen.numbers import counted_were
from kitchen.signs.evidence import (
    ancestors,
    did_not_return,
    held_at_asks,
    making_of,
    never_asked,
    ordered,
)
from kitchen.trace import Asks, Gave, Took, Wants


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
    for ask, held in held_at_asks(clues):
        if ask.held:
            continue
        for ancestor in ancestors(clues, ask.task):
            if held.get(ancestor):
                gate = held[ancestor][-1]
                taken = [n for n in clues.trace.took if (n.thing, n.task) == (gate, ancestor)]
                below = [a for a in clues.trace.asks if ancestor in ancestors(clues, a.task)]
                if 2 * len(taken) <= len(below):  # else it takes one for each
                    return Sighting(taken[0].line)
    return None


def gate_round_making(clues: Clues) -> Sighting | None:
    """The gate was held while the task was made, and given back before the task called."""
    for ask, held in held_at_asks(clues):
        if ask.held:
            continue
        made = making_of(clues, ask.task)
        if made is not None and made.held and not held.get(made.parent):
            return Sighting(made.line)
    return _made_inside_ended_outside(clues)


def _made_inside_ended_outside(clues: Clues) -> Sighting | None:
    """Each call runs in a task made at a gate of the right size, and yet too many run at once.

    Had they been awaited inside, the gate would have held them back.
    """
    asks = [ask for ask in clues.trace.asks if not ask.held]
    makings = [made for ask in asks if (made := making_of(clues, ask.task)) and made.held]
    if not makings or len(makings) < len(asks):
        return None
    limit = clues.service.conditions.limit
    values = {gate.thing: gate.value for gate in clues.trace.gates}
    held = {gate for made in makings for gate in made.held}
    if len(held) != 1 or any(values.get(gate, 0) > limit for gate in held):
        return None
    return Sighting(makings[0].line)


def goes_in_anyway(clues: Clues) -> Sighting | None:
    """Somebody wanted a place, did not get it, and called all the same."""
    wanting: set[int] = set()
    for note in clues.trace.notes:
        if isinstance(note, Wants | Took):
            # Up to Python 3.11 `wait_for` runs what it waits for in a task of its own.
            made = making_of(clues, note.task)
            who = {note.task} | ({made.parent} if made is not None else set())
            wanting = wanting | who if isinstance(note, Wants) else wanting - who
        elif isinstance(note, Asks) and not note.held and note.task in wanting:
            return Sighting(note.where)
    return None


def gives_up_in_line(clues: Clues) -> Sighting | None:
    """Orders that wanted a place never got it, ended, and were never made."""
    dropped = never_asked(clues)
    took = {(note.task, note.thing) for note in clues.trace.took}
    gone = [note for note in clues.trace.wants if (note.task, note.thing) not in took]
    if not dropped or not gone or did_not_return(clues) or not clues.served.outcome.finished:
        return None
    if clues.ledger.first("cut", 0) is not None or clues.ledger.count("failed"):
        return None
    return Sighting(gone[0].line, {"dropped": counted_were(len(dropped), "crate")})


def awaited_outside(clues: Clues) -> Sighting | None:
    """The coroutine was made while the gate was held, and awaited after that."""
    for ask, held in held_at_asks(clues):
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


def gate_after_the_call(clues: Clues) -> Sighting | None:
    """Whoever calls takes the gate only when the call is over."""
    asked: dict[int, int] = {}
    passed: set[int] = set()
    for note in clues.trace.notes:
        if isinstance(note, Took):
            passed.add(note.task)
        elif isinstance(note, Asks) and not note.held and note.task not in passed:
            asked.setdefault(note.task, note.where)
        elif isinstance(note, Wants) and note.task in asked:
            return Sighting(asked[note.task])
    return None


def two_gates(clues: Clues) -> Sighting | None:
    """Several gates side by side, each no larger than the limit, and together too large."""
    used = {gate for ask in clues.trace.asks for gate in ask.held}
    gates = [gate for gate in clues.trace.gates if gate.thing in used]
    limit = clues.service.conditions.limit
    if len(gates) < 2 or any(gate.value > limit for gate in gates):
        return None
    if any(len(ask.held) > 1 for ask in clues.trace.asks):
        return None
    return Sighting(gates[0].line, {"gates": len(gates)})


def gate_too_large(clues: Clues) -> Sighting | None:
    """The gate has more places than the supplier."""
    limit = clues.service.conditions.limit
    large = [gate for gate in clues.trace.gates if gate.value > limit]
    if not large or not clues.trace.took:
        return None
    return Sighting(large[0].line, {"places": large[0].value, "limit": limit})


def gate_of_none(clues: Clues) -> Sighting | None:
    """A gate without a single place."""
    none = [gate for gate in clues.trace.gates if gate.value == 0 and gate.type != "Lock"]
    if not none or clues.served.outcome.end != "deadlock":
        return None
    return Sighting(none[0].line)


def skips_when_locked(clues: Clues) -> Sighting | None:
    """A gate was asked whether it is locked, and orders were never made."""
    looked, dropped = clues.trace.looked, never_asked(clues)
    if not looked or not dropped:
        return None
    return Sighting(looked[0].line, {"dropped": counted_were(len(dropped), "crate")})


def no_gate(clues: Clues) -> Sighting | None:
    """Everything that was ordered stood at the door at once."""
    if clues.ledger.peak < len(ordered(clues)) or clues.trace.took:
        return None
    asks = clues.trace.asks
    return Sighting(asks[0].where if asks else 0)
