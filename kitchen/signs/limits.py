"""More calls at once than the supplier takes, or only one."""

import ast
from collections import Counter

from kitchen.case import Clues, Sighting
from kitchen.signs.evidence import calls_of, name_of, never_asked, within
from kitchen.signs.strands import (
    GATES,
    LOCKS,
    POOL,
    calls,
    calls_in,
    first_late,
    in_order,
    made_by_each,
    over_limit,
    withs,
)
from kitchen.trace import Gave, Took


def asks_again(clues: Clues) -> Sighting | None:
    """Items that were turned away are asked for again."""
    refused = {event.item for event in clues.ledger.of("refused")}
    again = [i for i, times in clues.ledger.times("asked").items() if times > 1 and i in refused]
    if not again:
        return None
    return Sighting(next((ask.line for ask in clues.trace.asks if ask.item == str(again[0])), 0))


def fixed_limit(clues: Clues) -> Sighting | None:
    """Another supplier has another limit, and the code takes as many as with the first."""
    even, service = clues.even, clues.service
    if even is None or not over_limit(clues) or even.ledger.turned_away:
        return None
    number = even.service.conditions.limit
    if service.conditions.limit >= number:
        return None
    lines = [n.lineno for n in clues.nodes if isinstance(n, ast.Constant) and n.value == number]
    asks = [ask.line for ask in clues.trace.asks]
    if in_order(clues) and not lines:
        return None  # it may be the order
    return Sighting(min(lines or asks, default=0), {"number": clues.ledger.peak})


def gate_per_call(clues: Clues) -> Sighting | None:
    """Each thread has a semaphore of its own."""
    line = made_by_each(clues, *GATES)
    return Sighting(line) if line and over_limit(clues) and not in_order(clues) else None


def released_twice(clues: Clues) -> Sighting | None:
    """A place is given back more often than it was taken."""
    gates = {gate.thing for gate in clues.trace.made(*GATES)}
    inside: Counter[tuple[int, int]] = Counter()
    for note in clues.trace.notes:
        if isinstance(note, Took):
            inside[note.task, note.thing] += 1
        elif isinstance(note, Gave) and note.thing in gates:
            inside[note.task, note.thing] -= 1
            if inside[note.task, note.thing] < 0 and over_limit(clues):
                by_name = [call.lineno for call in calls_of(clues.nodes, "release")]
                return Sighting(by_name[0] if by_name else note.line)
    return None


def impatient(clues: Clues) -> Sighting | None:
    """`acquire` may come back without a place, and nobody looks."""
    for node in clues.nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            call = node.value
            if name_of(call) == "acquire" and (call.args or call.keywords) and over_limit(clues):
                return Sighting(call.lineno)
    return None


def skips_when_full(clues: Clues) -> Sighting | None:
    """Who finds no place goes away without its item."""
    if clues.ledger.turned_away or not never_asked(clues):
        return None
    for node in clues.nodes:
        if isinstance(node, ast.If):
            for call in calls_in(node.test):
                if name_of(call) == "acquire" and (call.args or call.keywords):
                    return Sighting(call.lineno)
    return None


def condition_if(clues: Clues) -> Sighting | None:
    """Woken by a Condition, it goes in without looking again."""
    if not clues.trace.made("threading.Condition"):
        return None
    for node in clues.nodes:
        if isinstance(node, ast.If):
            waits = [call for call in calls_of(within(node.body), "wait") if not call.args]
            again = [n for n in within(node.body) if isinstance(n, ast.While)]
            if waits and not again:
                return Sighting(waits[0].lineno)
    return None


def off_by_one(clues: Clues) -> Sighting | None:
    """Exactly one call too many stands at the door."""
    even, limit = clues.even, clues.service.conditions.limit
    first = clues.ledger if even is None else even.ledger
    wanted = limit if even is None else even.service.conditions.limit
    if first.peak != wanted + 1:
        return None
    asks = clues.trace.asks
    return Sighting(asks[0].line if asks else 0)


def limit_tested_outside(clues: Clues) -> Sighting | None:
    """The code counts who is inside, and looks at that number where others may change it."""
    if not over_limit(clues):
        return None
    locked = {id(node) for block in withs(clues) for node in within(block.body)}
    for node in clues.nodes:
        if isinstance(node, ast.While | ast.If) and id(node) not in locked:
            compares = [n for n in ast.walk(node.test) if isinstance(n, ast.Compare)]
            if any("limit" in ast.unparse(compare) for compare in compares):
                return Sighting(node.lineno)
    doors = [c for c in calls_of(clues.nodes, "wait") if clues.trace.made("threading.Event")]
    if doors and clues.trace.made(*LOCKS):
        return Sighting(doors[0].lineno)
    # Tested under a lock, and counted under the same one, taken again.
    late = first_late(clues) if in_order(clues) and not clues.trace.made(*GATES) else 0
    return Sighting(late) if late and clues.trace.made(*LOCKS) else None


def unlimited(clues: Clues) -> Sighting | None:
    """More threads phone at once than the supplier takes calls."""
    if not over_limit(clues):
        return None
    asks = clues.trace.asks
    pools = [call for call in calls(clues) if name_of(call) == POOL]
    if pools and not clues.trace.made(*GATES):
        return Sighting(pools[0].lineno)
    return Sighting(asks[0].line if asks else 0)


def lock_round_the_call(clues: Clues) -> Sighting | None:
    """A lock is held while the phone is in the hand: so one calls at a time."""
    locks = {made.thing: made for made in clues.trace.made(*LOCKS)}
    holding = [ask for ask in clues.trace.asks if locks.keys() & set(ask.held)]
    if not holding or len(holding) < len(clues.trace.asks):
        return None
    thing = next(iter(locks.keys() & set(holding[0].held)))
    taken = [took.line for took in clues.trace.took if took.thing == thing]
    return Sighting(taken[0] if taken else locks[thing].line)


def one_at_a_time(clues: Clues) -> Sighting | None:
    """Never more than one call is under way."""
    asks = clues.trace.asks
    return Sighting(asks[0].line if asks else 0) if clues.ledger.peak == 1 else None
