"""Signs by which common mistakes are recognised, for any case with a gate before a supplier.

A gate is a lock or semaphore. Each sign looks at one replayed service and says where the mistake
is, or None. Evidence from the stove (the trace) and the source name the line; a sign may be wrong
about a hostile attempt, and the verdict does not depend on it.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from typing import Any

from kitchen.case import Clues, Service, Sighting
from kitchen.trace import Asks, Gave, NewTask, Note, Slept, Took, Wants
from kitchen.world.ledger import Event
from kitchen.world.outcome import Waiting
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


def gate_of_none(clues: Clues) -> Sighting | None:
    """A gate without a single place."""
    none = [gate for gate in clues.trace.gates if gate.value == 0 and gate.type != "Lock"]
    if not none or clues.served.outcome.end != "deadlock":
        return None
    return Sighting(none[0].line)


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
    if not any(w.reason.startswith("waits in ") and ".acquire" in w.reason for w in _stuck(clues)):
        return None
    values = {gate.thing: gate.value for gate in clues.trace.gates}
    counts = Counter(n.thing for n in taken)
    full = [n for n in taken if counts[n.thing] >= values.get(n.thing, 1) > 0]
    return Sighting(full[0].line) if full and len(wanted) == 1 else None


def tokens_not_put_back(clues: Clues) -> Sighting | None:
    """Callers wait for something in a queue before they may call, and it never comes."""
    waits = [w for w in _stuck(clues) if "Queue.get" in w.reason]
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
    by_name = {call.lineno for call in _calls(clues.tree.body, "release")}
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


def released_without_taking(clues: Clues) -> Sighting | None:
    """More is given back than was ever taken, by tasks that never asked."""
    balance: Counter[int] = Counter()
    for note in clues.trace.notes:
        if isinstance(note, Took):
            balance[note.thing] += 1
        elif isinstance(note, Gave):
            balance[note.thing] -= 1
            if balance[note.thing] < 0:
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
    return None


def _waits_first(node: ast.Try) -> bool:
    """Whether the body of a try begins with waiting for a place."""
    first = node.body[0]
    if isinstance(first, ast.While):
        return True
    return any(isinstance(part, ast.Await) for part in ast.walk(first)) and len(node.body) > 1


# --- who waits for what never comes --------------------------------------------------------------


def join_waits(clues: Clues) -> Sighting | None:
    """Somebody waits in `Queue.join`, and not everything was reported done."""
    waits = [w for w in _stuck(clues) if "Queue.join" in w.reason]
    return Sighting(waits[0].line) if waits else None


def idle_workers(clues: Clues) -> Sighting | None:
    """All was asked for, and workers wait for more."""
    waits = [w for w in _stuck(clues) if "Queue.get" in w.reason]
    if not waits or never_asked(clues) or clues.ledger.first("cut", 0) is not None:
        return None
    return Sighting(waits[0].line, {"idle": len(waits)})


def never_woken(clues: Clues) -> Sighting | None:
    """Everybody who waits does so for a signal."""
    signals = ("Event.wait", "Condition.wait", "Barrier.wait")
    stuck = [w for w in _stuck(clues) if w.reason.startswith("waits in ")]
    woken = [w for w in stuck if any(signal in w.reason for signal in signals)]
    if not woken or len(woken) < len(stuck):
        return None
    what = woken[0].reason.removeprefix("waits in ").partition(",")[0]
    return Sighting(woken[0].line, {"what": what})


def _stuck(clues: Clues) -> tuple[Waiting, ...]:
    """Who can't go on: in a deadlock, or when a round was over."""
    return clues.served.outcome.waiting or clues.served.left.get(0, ())


def went_well(clues: Clues) -> bool:
    """Whether the even service, where nothing goes wrong, delivered everything."""
    even = clues.even
    if even is None or not even.outcome.finished:
        return False
    return even.ledger.delivered == len(ordered_in(even.service))


# --- errors, blocking ------------------------------------------------------------------------


def hidden_error(clues: Clues) -> Sighting | None:
    """A task of the learner's ended with an error of its own, and nobody looked."""
    own = [n for n in clues.trace.errors if n.type not in _SUPPLIERS_OWN and n.line]
    if not own:
        return None
    error = own[0]
    told = f"{error.type}: {error.text}" if error.text else error.type
    return Sighting(error.line, {"error": told.rstrip(".")})


_SUPPLIERS_OWN = {"TooBusy", "SlowDown", "Spoiled", "Closed", "ExceptionGroup"}


def blocks_the_loop(clues: Clues) -> Sighting | None:
    """For a good part of the time a blocking call stopped the event loop."""
    blocked = clues.ledger.of("blocked")
    seconds = sum(int(event.note) for event in blocked) / SECOND
    if not blocked or seconds < 0.2 * max(clues.ledger.took, 0.05):
        return None
    line = next((event.number for event in blocked if event.number), 0)
    return Sighting(line, {"seconds": f"{seconds:.2f}"})


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
    return ordered_in(clues.service, round)


def ordered_in(service: Service, round: int = 0) -> list[int]:
    """The items that a round of a service orders."""
    items: list[int] = []
    for step in service.script[round]:
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
    """Just those at the end were never asked for that don't fill a whole batch."""
    items, dropped = ordered(clues), never_asked(clues)
    rest = len(items) % clues.service.conditions.limit
    if not rest or dropped != items[-rest:] or _raised(clues):
        return None
    return Sighting(0)


def stops_at_spoiled(clues: Clues) -> Sighting | None:
    """Where nothing is spoiled all is well; here sound items were never asked for, in silence."""
    spoiled = clues.service.conditions.spoiled
    dropped = [item for item in never_asked(clues) if item not in spoiled]
    if not spoiled or not dropped or _raised(clues) or not went_well(clues):
        return None
    return Sighting(0, {"dropped": len(dropped)})


def _raised(clues: Clues) -> bool:
    end = clues.ledger.end_of(0)
    return end is None or end.kind != "returned"


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


def shielded(clues: Clues) -> Sighting | None:
    """What a cancelled function left in the air had been put behind `asyncio.shield`."""
    shields = [
        node.lineno
        for node in ast.walk(clues.tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "shield"
    ]
    if not shields or clues.ledger.first("cut", 0) is None:
        return None
    return Sighting(shields[0])


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
    later = [e for e in _after_the_cut(clues) if e.kind == "asked"]
    if not later:
        return None
    lines = [n.where for n in clues.trace.asks]
    return Sighting(lines[0] if lines else 0, {"later": len(later)})


def _after_the_cut(clues: Clues) -> list[Event]:
    """What the ledger has of the first round, from the moment at which its call was cut."""
    events = clues.ledger.part(0).events
    cut = next((place for place, e in enumerate(events) if e.kind == "cut"), len(events))
    return events[cut:]


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
    if ended and not any(event.kind == "asked" for event in _after_the_cut(clues)):
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


def polls(clues: Clues) -> Sighting | None:
    """Again and again somebody sleeps in a loop, and then orders, or sends others to order."""
    waiting_loops = [
        node
        for node in ast.walk(clues.tree)
        if isinstance(node, ast.While)
        and not any(part.func.attr == "deliver" for part in _method_calls(node))
    ]
    acts_later: set[int] = set()
    slept: list[int] = []
    for note in reversed(clues.trace.notes):
        if isinstance(note, Asks):
            acts_later.add(note.task)
        elif isinstance(note, NewTask):
            acts_later.add(note.parent)
        elif isinstance(note, Slept) and note.task in acts_later:
            slept += [
                note.line
                for loop in waiting_loops
                if loop.lineno <= note.line <= (loop.end_lineno or 0)
            ][:1]
    return Sighting(slept[0]) if len(slept) > len(ordered(clues)) // 2 else None


def _method_calls(node: ast.AST) -> Iterator[Any]:
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            yield part


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
