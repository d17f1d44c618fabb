"""Places taken and given back: too often, too seldom, by the wrong one."""

import ast
from collections import Counter

from kitchen.case import Clues, Sighting
from kitchen.signs.evidence import calls_of, making_of, never_asked, stuck, within
from kitchen.trace import Gave, Took, Wants


def taken_twice(clues: Clues) -> Sighting | None:
    """A task wants a gate that it holds already, or that was taken for it when it was made."""
    inside: dict[tuple[int, int], list[int]] = {}  # (task, gate) -> lines where it was taken
    for note in clues.trace.notes:
        if isinstance(note, Took):
            inside.setdefault((note.task, note.thing), []).append(note.line)
        elif isinstance(note, Gave) and inside.get((note.task, note.thing)):
            inside[note.task, note.thing].pop()
        elif isinstance(note, Wants):
            made = making_of(clues, note.task)
            taken = inside.get((note.task, note.thing), [])
            if _handed_over(clues, note.thing):
                continue
            if any(line != note.line for line in taken):
                return Sighting(note.line)
            if made is not None and note.thing in made.held:
                return Sighting(note.line)
    return None


def never_released(clues: Clues) -> Sighting | None:
    """Tasks came to their end with a gate in their hands, or nobody ever gave one back."""
    kept = [n for n in clues.trace.kept if n.how != "waits"]
    if kept:
        gate = kept[0].held[0]
        taken = [n for n in clues.trace.took if (n.thing, n.task) == (gate, kept[0].task)]
        return Sighting(taken[0].line if taken else 0)
    given = {gave.thing for gave in clues.trace.gave}
    wanted = {want.thing for want in clues.trace.wants}
    taken = [n for n in clues.trace.took if n.thing not in given and n.thing in wanted]
    if clues.served.outcome.end != "deadlock" or not taken:
        return None
    if not any(w.reason.startswith("waits in ") and ".acquire" in w.reason for w in stuck(clues)):
        return None
    values = {gate.thing: gate.value for gate in clues.trace.gates}
    counts = Counter(n.thing for n in taken)
    full = [n for n in taken if counts[n.thing] >= values.get(n.thing, 1) > 0]
    return Sighting(full[0].line) if full and len(wanted) == 1 else None


def tokens_not_put_back(clues: Clues) -> Sighting | None:
    """Callers wait for something in a queue before they may call, and it never comes."""
    waits = [w for w in stuck(clues) if "Queue.get" in w.reason]
    return Sighting(waits[0].line) if waits and never_asked(clues) else None


def released_twice(clues: Clues) -> Sighting | None:
    """Whoever had a place gave it back more than once."""
    taken: Counter[tuple[int, int]] = Counter()
    had: set[tuple[int, int]] = set()
    for note in clues.trace.notes:
        if isinstance(note, Took):
            taken[note.task, note.thing] += 1
            had.add((note.task, note.thing))
        elif isinstance(note, Gave):
            key = (note.task, note.thing)
            taken[key] -= 1
            if key in had and taken[key] < 0 and not _handed_over(clues, note.thing):
                return Sighting(_first_of_two(clues, note))
    return None


def _first_of_two(clues: Clues, second: Gave) -> int:
    """Of the two lines that give back the one which is not the end of an `async with`."""
    lines = [
        gave.line
        for gave in clues.trace.gave
        if (gave.task, gave.thing) == (second.task, second.thing)
    ]
    by_name = {call.lineno for call in calls_of(clues.nodes, "release")}
    return next((line for line in lines if line in by_name), second.line)


def _handed_over(clues: Clues, gate: int) -> bool:
    """Whether one task takes the gate for another, which gives it back."""
    gave = {n.task for n in clues.trace.gave if n.thing == gate}
    took = {n.task for n in clues.trace.took if n.thing == gate}
    return not gave <= took


def released_without_holding(clues: Clues) -> Sighting | None:
    """A place is given back by a task that asked for one and never got it."""
    for note in clues.trace.gave:
        if not note.held and _never_got_it(clues, note):
            return Sighting(note.line)
    return None


def _never_got_it(clues: Clues, gave: Gave) -> bool:
    wants = any((n.task, n.thing) == (gave.task, gave.thing) for n in clues.trace.wants)
    took = any((n.task, n.thing) == (gave.task, gave.thing) for n in clues.trace.took)
    return wants and not took


def more_places_than_before(clues: Clues) -> Sighting | None:
    """The first round kept to the limit, the second did not: places were made in between."""
    limit = clues.service.conditions.limit
    rounds = [clues.ledger.part(place) for place in range(len(clues.service.script))]
    if len(rounds) < 2 or rounds[0].peak > limit or rounds[1].peak <= limit:
        return None
    for node in clues.nodes:
        if isinstance(node, ast.Try) and node.finalbody and _waits_first(node):
            return Sighting(node.finalbody[0].lineno)
    return None


def _waits_first(node: ast.Try) -> bool:
    """Whether the body of a try begins with waiting for a place."""
    first = node.body[0]
    if isinstance(first, ast.While):
        return True
    return any(isinstance(part, ast.Await) for part in ast.walk(first)) and len(node.body) > 1


def sleeps_inside(clues: Clues) -> Sighting | None:
    """A place was held by somebody who slept: for that time it was of no use to anybody."""
    held = [note for note in clues.trace.slept if note.held and note.seconds > 0]
    return Sighting(held[0].line) if held and clues.ledger.peak > 1 else None


def unprotected_release(clues: Clues) -> Sighting | None:
    """`release()` that an error would skip, or `acquire()` inside the try that releases."""
    for node in clues.nodes:
        if isinstance(node, ast.Try) and calls_of(within(node.finalbody), "release"):
            taken = calls_of(within(node.body), "acquire")
            if taken:
                return Sighting(taken[0].lineno)
    guarded = {
        call
        for node in clues.nodes
        if isinstance(node, ast.Try)
        for call in calls_of(within(node.finalbody), "release")
    }
    if not calls_of(clues.nodes, "acquire") or calls_of(clues.nodes, "add_done_callback"):
        return None
    bare = [call for call in calls_of(clues.nodes, "release") if call not in guarded]
    return Sighting(bare[0].lineno) if bare else None
