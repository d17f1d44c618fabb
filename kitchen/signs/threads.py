"""What people get wrong with threads: limits, locks, errors that nobody hears of, leftovers."""

import ast
from collections import Counter
from collections.abc import Iterator

from kitchen.case import Clues, Sighting
from kitchen.signs.evidence import calls_of, name_of, never_asked, ordered, stuck, within
from kitchen.trace import Asks, Died, Gave, Late, Made, Note, Took
from kitchen.world.outcome import Raised

LOCKS = ("threading.Lock", "threading.RLock", "threading.Condition")
GATES = ("threading.Semaphore", "threading.BoundedSemaphore")
POOL = "ThreadPoolExecutor"
_MAIN = 10_000
"""The number of the main strand in a trace."""


# --- the limit ------------------------------------------------------------------------------------


def over_limit(clues: Clues) -> bool:
    return clues.ledger.peak > clues.service.conditions.limit


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
    if _in_order(clues) and not lines:
        return None  # it may be the order
    return Sighting(min(lines or asks, default=0), {"number": clues.ledger.peak})


def gate_per_call(clues: Clues) -> Sighting | None:
    """Each thread has a semaphore of its own."""
    line = _made_by_each(clues, *GATES)
    return Sighting(line) if line and over_limit(clues) and not _in_order(clues) else None


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
            for call in (n for n in ast.walk(node.test) if isinstance(n, ast.Call)):
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
    locked = {id(node) for block in _withs(clues) for node in within(block.body)}
    for node in clues.nodes:
        if isinstance(node, ast.While | ast.If) and id(node) not in locked:
            compares = [n for n in ast.walk(node.test) if isinstance(n, ast.Compare)]
            if any("limit" in ast.unparse(compare) for compare in compares):
                return Sighting(node.lineno)
    doors = [c for c in calls_of(clues.nodes, "wait") if clues.trace.made("threading.Event")]
    if doors and clues.trace.made(*LOCKS):
        return Sighting(doors[0].lineno)
    # Tested under a lock, and counted under the same one, taken again.
    late = _first_late(clues) if _in_order(clues) and not clues.trace.made(*GATES) else 0
    return Sighting(late) if late and clues.trace.made(*LOCKS) else None


def unlimited(clues: Clues) -> Sighting | None:
    """More threads phone at once than the supplier takes calls."""
    if not over_limit(clues):
        return None
    asks = clues.trace.asks
    pools = [call for call in _calls(clues) if name_of(call) == POOL]
    if pools and not clues.trace.made(*GATES):
        return Sighting(pools[0].lineno)
    return Sighting(asks[0].line if asks else 0)


# --- the stock ------------------------------------------------------------------------------------


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
    if clues.ledger.turned_away or not _in_order(clues):
        return None
    twice = [item for item, times in clues.ledger.times("asked").items() if times > 1]
    return Sighting(_first_late(clues)) if twice else None


def late_binding(clues: Clues) -> Sighting | None:
    """Every thread orders the same item: that to which a name had come when it looked."""
    asked, asks = clues.ledger.times("asked"), clues.trace.asks
    often = [item for item, times in asked.items() if times > 2]
    if not often or _in_order(clues) or clues.ledger.turned_away or not never_asked(clues):
        return None
    return Sighting(next((ask.line for ask in asks if ask.item == str(often[0])), 0))


def counter_update(clues: Clues) -> Sighting | None:
    """`Counter.update` reads, adds and writes: it is no one step."""
    if not _lost_in_order(clues):
        return None
    calls = [c for name in ("update", "subtract") for c in calls_of(clues.nodes, name)]
    late = _first_late(clues)
    here = [call.lineno for call in calls if call.lineno == late]
    return Sighting(here[0]) if here and "Counter" in clues.source else None


def lock_per_call(clues: Clues) -> Sighting | None:
    """Each thread, or each call, has a lock of its own, which keeps nobody out."""
    line = _made_by_each(clues, *LOCKS)
    return Sighting(line) if line and _lost_in_order(clues) else None


def bare_increment(clues: Clues) -> Sighting | None:
    """`+=` reads, adds and writes, and nothing is locked meanwhile."""
    line = _first_late(clues)
    if not _lost_in_order(clues) or clues.trace.made(*LOCKS):
        return None
    adds = [n.lineno for n in clues.nodes if isinstance(n, ast.AugAssign)]
    return Sighting(line) if line in adds else None


def lost_update(clues: Clues) -> Sighting | None:
    """Threads read, add and write, and there is no lock at all."""
    if not _lost_in_order(clues) or clues.trace.made(*LOCKS) or _held_at_late(clues):
        return None
    return Sighting(_first_late(clues))


def two_locks(clues: Clues) -> Sighting | None:
    """Different threads hold different locks at the same line."""
    if not _lost_in_order(clues):
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
    if not _in_order(clues) or stuck(clues):
        return None
    makers: dict[int, set[int]] = {}
    for made in clues.trace.made(*LOCKS, *GATES):
        makers.setdefault(made.line, set()).add(made.task)
    tests = [node.lineno for node in clues.nodes if isinstance(node, ast.If)]
    twice = [line for line, tasks in makers.items() if 1 < len(tasks) < len(ordered(clues))]
    late = _first_late(clues)
    return Sighting(min(tests, key=lambda line: abs(line - late))) if twice and tests else None


def check_outside(clues: Clues) -> Sighting | None:
    """What the test has seen may have changed when the lock is there."""
    if not _lost_in_order(clues) or not clues.trace.made(*LOCKS):
        return None
    locked = {id(node) for block in _withs(clues) for node in within(block.body)}
    for node in clues.nodes:
        if isinstance(node, ast.If) and id(node) not in locked:
            inside = [n for n in within([*node.body, *node.orelse]) if isinstance(n, ast.With)]
            span = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            if inside and _first_late(clues) in span:
                return Sighting(node.lineno)
    return None


def let_go_between(clues: Clues) -> Sighting | None:
    """The lock is taken to read and taken again to write, and let go in between."""
    if not _lost_in_order(clues):
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
    if not _lost_in_order(clues) or not clues.trace.made(*LOCKS):
        return None
    return Sighting(_first_late(clues))


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
    if _in_order(clues) or not clues.ledger.of("returned", "raised"):
        return None
    for call in _calls(clues):
        bounded = [word for word in call.keywords if word.arg == "timeout"]
        name = name_of(call)
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


# --- one at a time --------------------------------------------------------------------------------


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


# --- errors ---------------------------------------------------------------------------------------


def another_error(clues: Clues) -> Sighting | None:
    """What the caller gets is no Spoiled."""
    error = clues.served.errors.get(0)
    if error is None or clues.ledger.turned_away:
        return None
    line = error.frames[0].line if error.frames else 0
    return Sighting(line, {"error": error.type}) if _inner(error) != "Spoiled" else None


def dies_in_its_thread(clues: Clues) -> Sighting | None:
    """The error ended a thread, was printed, and nobody else heard of it."""
    died = [n for n in clues.trace.notes if isinstance(n, Died) and n.type == "Spoiled"]
    return Sighting(died[0].line, {"thread": died[0].name}) if died else None


def swallowed(clues: Clues) -> Sighting | None:
    """An `except` takes the error and does nothing that the caller could notice."""
    for node in clues.nodes:
        if isinstance(node, ast.Try) and any(
            isinstance(n, ast.Return) for n in within(node.finalbody)
        ):
            return Sighting(node.finalbody[0].lineno)
        if isinstance(node, ast.ExceptHandler) and _catches_spoiled(node) and _drops(node):
            return Sighting(node.lineno)
    return None


def never_read(clues: Clues) -> Sighting | None:
    """A future keeps the error until somebody asks for the result, and nobody does."""
    for node in clues.nodes:
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and name_of(call) in ("submit", "map"):
            return Sighting(call.lineno)
    if calls_of(clues.nodes, "result") or calls_of(clues.nodes, "add_done_callback"):
        return None
    caught = any(isinstance(node, ast.ExceptHandler) for node in clues.nodes)
    submits = [c for name in ("submit", "map") for c in calls_of(clues.nodes, name)]
    return Sighting(submits[0].lineno) if submits and not caught else None


def error_vanishes(clues: Clues) -> Sighting | None:
    """An item was spoiled, and restock returned as if nothing had been."""
    failed = bool(clues.ledger.of("failed")) and bool(clues.ledger.of("returned"))
    asks = clues.trace.asks
    return Sighting(asks[0].line if asks else 0) if failed else None


# --- leftovers ------------------------------------------------------------------------------------


def pool_left_open(clues: Clues) -> Sighting | None:
    """The workers of a pool wait for more work, for ever."""
    left = _left(clues)
    if not any(name.startswith((POOL, "asyncio_")) for name in left):
        return None
    pools = [call.lineno for call in _calls(clues) if name_of(call) == POOL]
    return Sighting(pools[0] if pools else 0)


def daemon_left(clues: Clues) -> Sighting | None:
    """A daemon thread goes on when nobody needs it any more."""
    if not _left(clues):
        return None
    for node in clues.nodes:
        if isinstance(node, ast.keyword) and node.arg == "daemon" and _is_true(node.value):
            return Sighting(node.value.lineno)
        if isinstance(node, ast.Assign) and _is_true(node.value):
            target = node.targets[0]
            if isinstance(target, ast.Attribute) and target.attr == "daemon":
                return Sighting(node.lineno)
    return None


# --- deadlocks ------------------------------------------------------------------------------------


def same_pool(clues: Clues) -> Sighting | None:
    """Every worker of a pool waits for work that stands in that pool's queue."""
    workers = [w for w in stuck(clues) if w.who.startswith(POOL) and "Future.result" in w.reason]
    return Sighting(workers[0].line) if workers else None


def slot_leaked(clues: Clues) -> Sighting | None:
    """Who met a spoiled item kept its place, until none was left."""
    if clues.service.kind != "spoiled" or not never_asked(clues):
        return None
    waits = [w for w in stuck(clues) if _for_a_place(w.reason)]
    here = [w.line for w in waits if w.who != "the caller" or ".acquire" in w.reason]
    return Sighting(here[0]) if here else None


def _for_a_place(reason: str) -> bool:
    return any(call in reason for call in (".acquire", "Queue.get", "Condition.wait"))


# --- polling --------------------------------------------------------------------------------------


def polls(clues: Clues) -> Sighting | None:
    """It looks again and again whether something has changed."""
    for node in clues.nodes:
        if isinstance(node, ast.While):
            sleeps = [c for c in _calls_in(node) if name_of(c) == "sleep"]
            sleeps += [c for c in _calls_in(node) if name_of(c) == "Timer"]
            if sleeps:
                return Sighting(sleeps[0].lineno)
    return None


def processes(clues: Clues) -> Sighting | None:
    """`multiprocessing` asks the operating system for what the kitchen has not."""
    error = clues.served.errors.get(0)
    if error is None or "multiprocessing" not in clues.source or error.type not in _REFUSED:
        return None
    return Sighting(error.frames[-1].line if error.frames else 0)


_REFUSED = frozenset({"PermissionError", "OSError", "FileNotFoundError", "ImportError"})


# --- what several of them look at -----------------------------------------------------------------


def _calls(clues: Clues) -> Iterator[ast.Call]:
    return (node for node in clues.nodes if isinstance(node, ast.Call))


def _calls_in(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _withs(clues: Clues) -> list[ast.With]:
    return [node for node in clues.nodes if isinstance(node, ast.With)]


def _in_order(clues: Clues) -> bool:
    return bool(clues.service.late)


def _lost_in_order(clues: Clues) -> bool:
    """Whether the stock is wrong in an order of turns in which nothing else is."""
    returned = bool(clues.ledger.of("returned"))
    once = all(times == 1 for times in clues.ledger.times("asked").values())
    return _in_order(clues) and returned and once and not clues.ledger.turned_away


def _first_late(clues: Clues) -> int:
    """Where the first thread that was late was."""
    return next((n.line for n in clues.trace.notes if isinstance(n, Late) and n.line), 0)


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


def _made_by_each(clues: Clues, *types: str) -> int:
    """The line at which threads, or calls, make such a thing again and again; or 0."""
    made: dict[int, list[Made]] = {}
    for one in clues.trace.made(*types):
        made.setdefault(one.line, []).append(one)
    for line, several in made.items():
        makers = {one.task for one in several}
        by_threads = len(makers - {_MAIN}) > 1
        if by_threads or len(several) >= len(ordered(clues)) > 1:
            return line
    return 0


def _raised(clues: Clues, kind: str, text: str) -> Sighting | None:
    error = clues.served.errors.get(0)
    if error is None or _inner(error) != kind or text not in f"{error.text} {error.first}":
        return None
    return Sighting(error.frames[-1].line if error.frames else 0)


def _inner(error: Raised) -> str:
    return error.first.partition(":")[0] or error.type


def _fell_short(clues: Clues) -> bool:
    """Whether it returned with less than was ordered, without any refusal."""
    return bool(clues.ledger.of("returned")) and not clues.ledger.turned_away


def _left(clues: Clues) -> list[str]:
    """The names of the threads that have not ended."""
    ended = {event.number for event in clues.ledger.of("finished")}
    return [e.note for e in clues.ledger.of("started") if e.number not in ended]


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
    for name in ("start", "shutdown", "submit", "map"):
        calls = calls_of(clues.nodes, name)
        if calls:
            return calls[0].lineno
    return 0


def _line_of_return(clues: Clues) -> int:
    returns = [n.lineno for n in clues.nodes if isinstance(n, ast.Return)]
    return max(returns, default=0)


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _is_of_thread(call: ast.Call) -> bool:
    """`thread.join(...)`, and not `", ".join(...)`."""
    function = call.func
    return isinstance(function, ast.Attribute) and not isinstance(function.value, ast.Constant)


def _catches_spoiled(handler: ast.ExceptHandler) -> bool:
    text = ast.unparse(handler.type) if handler.type is not None else "Exception"
    return any(name in text for name in ("Exception", "Spoiled", "SupplierError"))


def _drops(handler: ast.ExceptHandler) -> bool:
    """Whether the error goes nowhere from here."""
    if any(isinstance(n, ast.Raise) for n in within(handler.body)):
        return False
    if handler.name is None:
        return True
    uses = [n for n in within(handler.body) if isinstance(n, ast.Name) and n.id == handler.name]
    told = [c for s in handler.body for c in _calls_in(s) if name_of(c) in _ONLY_TELLS]
    inside = {id(n) for call in told for n in ast.walk(call)}
    return all(id(use) in inside for use in uses)


_ONLY_TELLS = frozenset(
    {"print", "debug", "info", "warning", "error", "exception", "critical", "log", "write"}
)
