"""A stock that is wrong: races of every kind, and what needs no race."""

import ast
from collections.abc import Iterator

from kitchen.case import Clues, Sighting
from kitchen.signs.evidence import calls_of, name_of, never_asked, ordered, stuck, within
from kitchen.signs.strands import (
    GATES,
    LOCKS,
    calls,
    first_late,
    in_order,
    lost_in_order,
    made_by_each,
    withs,
)
from kitchen.trace import Asks, Late, Note, Took


def generator_shared(clues: Clues) -> Sighting | None:
    """Two threads are in one generator."""
    return _raised(clues, "ValueError", "generator already executing")


def changed_while_read(clues: Clues) -> Sighting | None:
    """A dictionary grows while somebody goes through it."""
    return _raised(clues, "RuntimeError", "changed size during iteration") or _raised(
        clues, "RuntimeError", "mutated during iteration"
    )


def taken_by_two(clues: Clues) -> Sighting | None:
    """Two threads took the same item."""
    if clues.ledger.turned_away or not in_order(clues):
        return None
    twice = [item for item, times in clues.ledger.times("asked").items() if times > 1]
    return Sighting(first_late(clues)) if twice else None


def late_binding(clues: Clues) -> Sighting | None:
    """Every thread orders the same item: that to which a name had come when it looked."""
    asked, asks = clues.ledger.times("asked"), clues.trace.asks
    often = [item for item, times in asked.items() if times > 2]
    if not often or in_order(clues) or clues.ledger.turned_away or not never_asked(clues):
        return None
    return Sighting(next((ask.line for ask in asks if ask.item == str(often[0])), 0))


def counter_update(clues: Clues) -> Sighting | None:
    """`Counter.update` reads, adds and writes: it is no one step."""
    if not lost_in_order(clues):
        return None
    calls = [c for name in ("update", "subtract") for c in calls_of(clues.nodes, name)]
    late = first_late(clues)
    here = [call.lineno for call in calls if call.lineno == late]
    for node in clues.nodes:  # `stock += Counter(...)`, and not `stock[kind] += 1`
        if isinstance(node, ast.AugAssign) and not isinstance(node.target, ast.Subscript):
            here += [late] if node.lineno == late and "Counter(" in ast.unparse(node) else []
    return Sighting(here[0]) if here and "Counter" in clues.source else None


def lock_per_call(clues: Clues) -> Sighting | None:
    """Each thread, or each call, has a lock of its own, which keeps nobody out."""
    line = made_by_each(clues, *LOCKS)
    return Sighting(line) if line and lost_in_order(clues) else None


def bare_increment(clues: Clues) -> Sighting | None:
    """`+=` reads, adds and writes, and nothing is locked meanwhile."""
    line = first_late(clues)
    if not lost_in_order(clues) or clues.trace.made(*LOCKS):
        return None
    adds = [n.lineno for n in clues.nodes if isinstance(n, ast.AugAssign)]
    return Sighting(line) if line in adds else None


def lost_update(clues: Clues) -> Sighting | None:
    """Threads read, add and write, and there is no lock at all."""
    if not lost_in_order(clues) or clues.trace.made(*LOCKS) or _held_at_late(clues):
        return None
    return Sighting(first_late(clues))


def two_locks(clues: Clues) -> Sighting | None:
    """Different threads hold different locks at the same line."""
    if not lost_in_order(clues):
        return None
    locks = {made.thing for made in clues.trace.made(*LOCKS)}
    at: dict[int, set[int]] = {}
    for took in clues.trace.took:
        if took.thing in locks:
            at.setdefault(took.line, set()).add(took.thing)
    several = [line for line, things in at.items() if len(things) > 1]
    if several:
        return Sighting(several[0])
    taken = [took for took in clues.trace.took if took.thing in locks]
    few = 1 < len({took.thing for took in taken}) < len(ordered(clues))
    return Sighting(max(took.line for took in taken)) if few else None


def made_twice(clues: Clues) -> Sighting | None:
    """Two threads found that a lock or gate is not there yet, and each made one."""
    if not in_order(clues) or stuck(clues):
        return None
    makers: dict[int, set[int]] = {}
    for made in clues.trace.made(*LOCKS, *GATES):
        makers.setdefault(made.line, set()).add(made.task)
    tests = [node.lineno for node in clues.nodes if isinstance(node, ast.If)]
    twice = [line for line, tasks in makers.items() if 1 < len(tasks) < len(ordered(clues))]
    late = first_late(clues)
    return Sighting(min(tests, key=lambda line: abs(line - late))) if twice and tests else None


def check_outside(clues: Clues) -> Sighting | None:
    """What the test has seen may have changed when the lock is there; or there is none."""
    if not lost_in_order(clues):
        return None
    if not clues.trace.made(*LOCKS):
        return _looked_then_put(clues)
    locked = {id(node) for block in withs(clues) for node in within(block.body)}
    for node in clues.nodes:
        if isinstance(node, ast.If) and id(node) not in locked:
            inside = [n for n in within([*node.body, *node.orelse]) if isinstance(n, ast.With)]
            span = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            if inside and first_late(clues) in span:
                return Sighting(node.lineno)
    return None


def _looked_then_put(clues: Clues) -> Sighting | None:
    """Late between the look whether something is there and the line that puts it there anew."""
    late = first_late(clues)
    looked: ast.expr | ast.stmt
    for node in clues.nodes:
        if isinstance(node, ast.If):
            looked, acts = node.test, [*node.body, *node.orelse]
        elif isinstance(node, ast.Try) and node.handlers:
            looked, acts = node.body[0], [s for handler in node.handlers for s in handler.body]
        else:
            continue
        seen = {part.id for part in ast.walk(looked) if isinstance(part, ast.Name)}
        puts = [s.lineno for s in within(acts) if isinstance(s, ast.Assign) and _puts(s, seen)]
        if puts and late in (looked.lineno, *puts):
            return Sighting(looked.lineno)
    return None


def _puts(statement: ast.Assign, seen: set[str]) -> bool:
    """Whether something new is put where one of these names was looked up, and nothing added."""
    stores = [target for target in statement.targets if isinstance(target, ast.Subscript)]
    places = [target.value for target in stores] + statement.targets
    there = {place.id for place in places if isinstance(place, ast.Name)}
    adds = any(isinstance(part, ast.BinOp) for part in ast.walk(statement.value))
    return bool(stores) and bool(there & seen) and not adds


def let_go_between(clues: Clues) -> Sighting | None:
    """The lock is taken to read and taken again to write, and let go in between."""
    if not lost_in_order(clues):
        return None
    locks = {made.thing for made in clues.trace.made(*LOCKS)}
    late = next((n for n in clues.trace.notes if isinstance(n, Late) and n.line), None)
    if late is None or late.held:
        return None
    before, after = _around(clues, late)
    read = [n for n in before if isinstance(n, Took) and n.thing in locks]
    write = [n for n in after if isinstance(n, Took) and n.thing in locks]
    if read and write and read[-1].thing == write[0].thing:
        return Sighting(late.line)
    return None


def lock_on_one_half(clues: Clues) -> Sighting | None:
    """There is a lock, but not over the whole of reading, adding and writing."""
    if not lost_in_order(clues) or not clues.trace.made(*LOCKS):
        return None
    return Sighting(first_late(clues))


def stops_early(clues: Clues) -> Sighting | None:
    """Somebody takes an empty queue for the end of the work."""
    if not _fell_short(clues):
        return None
    for node in clues.nodes:
        if isinstance(node, ast.While) and calls_of(ast.walk(node.test), "empty"):
            return Sighting(node.lineno)
    for call in calls_of(clues.nodes, "get"):
        if any(word.arg == "timeout" for word in call.keywords):
            return Sighting(call.lineno)
    at_once = calls_of(clues.nodes, "get_nowait")
    return Sighting(at_once[0].lineno) if at_once and never_asked(clues) else None


def join_timeout(clues: Clues) -> Sighting | None:
    """It waits for a while, and goes on whether the threads have ended or not."""
    late = in_order(clues) and not _going_on(clues)
    if late or not clues.ledger.of("returned", "raised"):
        return None
    handed_on = {id(part) for node in clues.nodes for part in _handed_on(node)}
    for call in calls(clues):
        bounded = [word for word in call.keywords if word.arg == "timeout"]
        name = name_of(call)
        if id(call) in handed_on:
            continue
        if name == "join" and _is_of_thread(call) and (call.args or bounded):
            return Sighting(call.lineno)
        if name == "wait" and bounded:
            return Sighting(call.lineno)
    return None


def never_joined(clues: Clues) -> Sighting | None:
    """It is over while its threads go on."""
    return Sighting(_line_of_start(clues)) if _going_on(clues) else None


def rest_not_ordered(clues: Clues) -> Sighting | None:
    """Some items are never asked for, and nobody says so."""
    left = never_asked(clues)
    quiet = not clues.ledger.turned_away and bool(clues.ledger.of("returned"))
    return Sighting(0, {"count": len(left)}) if left and quiet else None


def wrong_result(clues: Clues) -> Sighting | None:
    """The sum is wrong in every order of turns."""
    even = clues.even
    if clues.service.kind == "order" or clues.ledger.turned_away or even is None:
        return None
    return Sighting(_line_of_return(clues)) if clues.ledger.of("returned") else None


def _held_at_late(clues: Clues) -> bool:
    """Whether it held something then."""
    return any(isinstance(n, Late) and n.line and n.held for n in clues.trace.notes)


def _around(clues: Clues, late: Late) -> tuple[list[Note], list[Note]]:
    """What the thread that was late did between its calls to the supplier, before and after."""
    place = next(i for i, note in enumerate(clues.trace.notes) if note is late)
    mine = [n for n in clues.trace.notes[:place] if getattr(n, "task", -1) == late.task]
    asked = max((i for i, note in enumerate(mine) if isinstance(note, Asks)), default=-1)
    after: list[Note] = []
    for note in clues.trace.notes[place + 1 :]:
        if getattr(note, "task", -1) == late.task:
            if isinstance(note, Asks):
                break
            after.append(note)
    return mine[asked + 1 :], after


def _raised(clues: Clues, kind: str, text: str) -> Sighting | None:
    error = clues.served.errors.get(0)
    if error is None or error.inner_type != kind or text not in f"{error.text} {error.first}":
        return None
    return Sighting(error.frames[-1].line if error.frames else 0)


def _fell_short(clues: Clues) -> bool:
    """Whether it returned with less than was ordered, without any refusal."""
    return bool(clues.ledger.of("returned")) and not clues.ledger.turned_away


def _going_on(clues: Clues) -> bool:
    """Whether threads had not ended when the call did."""
    going: set[int] = set()
    for event in clues.ledger:
        if event.kind == "started":
            going.add(event.number)
        elif event.kind == "finished":
            going.discard(event.number)
        elif event.kind in ("returned", "raised"):
            return bool(going)
    return False


def _line_of_start(clues: Clues) -> int:
    for call in calls_of(clues.nodes, "shutdown"):
        said = [*call.args[:1], *(word.value for word in call.keywords if word.arg == "wait")]
        if any(isinstance(value, ast.Constant) and not value.value for value in said):
            return call.lineno
    for name in ("start", "shutdown", "submit", "map"):
        calls = calls_of(clues.nodes, name)
        if calls:
            return calls[0].lineno
    return 0


def _line_of_return(clues: Clues) -> int:
    returns = [n.lineno for n in clues.nodes if isinstance(n, ast.Return)]
    return max(returns, default=0)


def _handed_on(node: ast.AST) -> Iterator[ast.Call]:
    """Calls of a `join`'s own base, with the timeout that its caller may have given it."""
    if isinstance(node, ast.FunctionDef) and node.name == "join":
        yield from (call for call in calls_of(ast.walk(node), "join") if _of_base(call))


def _of_base(call: ast.Call) -> bool:
    function = call.func
    return isinstance(function, ast.Attribute) and "super()" in ast.unparse(function.value)


def _is_of_thread(call: ast.Call) -> bool:
    """`thread.join(...)`, and not `", ".join(...)`."""
    function = call.func
    return isinstance(function, ast.Attribute) and not isinstance(function.value, ast.Constant)
