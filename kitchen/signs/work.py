"""Work that is not done: never awaited, dropped, told too early, one at a time, in silence."""

import ast

from kitchen.case import Clues, Sighting
from kitchen.goods import SUPPLIERS_OWN
from kitchen.signs.evidence import (
    calls_of,
    did_not_return,
    name_of,
    never_asked,
    ordered,
    went_well,
)

_TOLD_OTHERWISE = SUPPLIERS_OWN | {"ExceptionGroup"}
"""The supplier's own errors, and groups: what is in them ended a task of its own."""


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


def hidden_error(clues: Clues) -> Sighting | None:
    """A task of the learner's ended with an error of its own, and nobody looked."""
    own = [n for n in clues.trace.errors if n.type not in _TOLD_OTHERWISE and n.line]
    if not own:
        return None
    error = own[0]
    told = f"{error.type}: {error.text}" if error.text else error.type
    return Sighting(error.line, {"error": told.rstrip(".")})


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
    """Just those at the end were never asked for that don't fill a whole batch."""
    for round in range(len(clues.service.script)):
        items, dropped = ordered(clues, round), never_asked(clues, round)
        rest = len(items) % clues.service.conditions.limit
        if rest and dropped == items[-rest:] and clues.ledger.part(round).of("returned"):
            return Sighting(0)
    return None


def stops_at_spoiled(clues: Clues) -> Sighting | None:
    """Where nothing is spoiled all is well; here sound items were never asked for, in silence."""
    spoiled = clues.service.conditions.spoiled
    hung_up = [event.item for event in clues.ledger.part(0).of("hung up")]
    dropped = [item for item in (*never_asked(clues), *hung_up) if item not in spoiled]
    if not spoiled or not dropped or did_not_return(clues) or not went_well(clues):
        return None
    if not clues.ledger.part(0).of("failed"):
        return None  # none of those left is spoiled
    return Sighting(0)


def cut_short(clues: Clues) -> Sighting | None:
    """Calls were hung up, in a round in which nothing had gone wrong and nobody was cancelled."""
    patience = [
        c.lineno for c in clues.nodes if isinstance(c, ast.Call) and name_of(c) in _PATIENCE
    ]
    for round in range(len(clues.service.script)) if patience else ():
        events = clues.ledger.part(round).of("hung up", "failed", "refused", "cut", "raised")
        if events and events[0].kind == "hung up":
            return Sighting(patience[0])
    return None


_PATIENCE = frozenset({"wait_for", "timeout", "timeout_at", "fail_after", "move_on_after"})
"""How calls are named that bound a wait."""


def paced_by_the_clock(clues: Clues) -> Sighting | None:
    """No gate at all: callers sleep, each for a time of its own, or whoever makes them does; or
    timers make them."""
    trace = clues.trace
    if trace.gates or trace.made("Queue", "Condition", "Event"):
        return None
    by_timer = _made_by_timers(clues)
    if by_timer:
        return Sighting(by_timer)
    loops = [n for n in clues.nodes if isinstance(n, ast.While)]
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


def _made_by_timers(clues: Clues) -> int:
    """The line that sets timers whose function makes the tasks, within the limit as long as all
    deliveries take equally long; or 0."""
    if clues.even is None or clues.even.ledger.turned_away:
        return 0
    functions = [node for node in clues.nodes if isinstance(node, ast.FunctionDef)]
    made = [note.line for note in clues.trace.tasks if note.line and not note.parent]
    for timer in _timers(clues):
        called = getattr(timer.args[1], "id", "") if len(timer.args) > 1 else ""
        for function in functions:
            body = range(function.lineno, (function.end_lineno or 0) + 1)
            if function.name == called and any(line in body for line in made):
                return timer.lineno
    return 0


def given_back_by_the_clock(clues: Clues) -> Sighting | None:
    """A timer gives the place back, whether the call has ended or not."""
    timers = _timers(clues)
    if timers and clues.trace.gates and clues.trace.gave:
        return Sighting(timers[0].lineno)
    return None


def _timers(clues: Clues) -> list[ast.Call]:
    """Where the loop is told to call something later."""
    return [*calls_of(clues.nodes, "call_later"), *calls_of(clues.nodes, "call_at")]


def asked_again_meanwhile(clues: Clues) -> Sighting | None:
    """An item was asked for while an earlier call for it, behind a shield, was still under way."""
    names = {getattr(node, "attr", getattr(node, "id", "")) for node in clues.nodes}
    if "shield" not in names:
        return None
    under_way: dict[object, int] = {}
    for event in clues.ledger:
        if event.kind == "asked":
            if under_way.get(event.item):
                lines = [ask.where for ask in clues.trace.asks if ask.item == str(event.item)]
                return Sighting(lines[-1] if lines else 0, {"item": event.item})
            under_way[event.item] = 1
        elif event.kind in ("delivered", "failed", "sent away", "hung up"):
            under_way[event.item] = 0
    return None


def not_the_first_time(clues: Clues) -> Sighting | None:
    """The second round went wrong by itself, with nobody stuck: it found what the first left."""
    if clues.served.outcome.end != "finished" or len(clues.service.script) < 2:
        return None
    if clues.served.left.get(0) or not went_well(clues):
        return None
    if clues.ledger.part(0).of("refused"):
        return None  # it went wrong before there was anything to leave
    second = clues.ledger.part(1)
    asked, wanted = second.times("asked"), set(ordered(clues, 1))
    if set(asked) == wanted and all(times == 1 for times in asked.values()):
        return None
    return Sighting(_kept_at(clues))


def _kept_at(clues: Clues) -> int:
    """The first line at which something is made that outlives a call."""
    module = clues.nodes[0] if clues.nodes else None
    for node in module.body if isinstance(module, ast.Module) else ():
        if isinstance(node, ast.Assign | ast.AnnAssign) and not _is_fixed(node.value):
            return node.lineno
    return 0


def _is_fixed(value: ast.expr | None) -> bool:
    """A number or a text: nothing that a call could change."""
    return isinstance(value, ast.Constant) and type(value.value) in (int, float, str)
