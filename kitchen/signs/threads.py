"""Errors of threads that nobody hears of, threads that are left, deadlocks, polling."""

import ast

from kitchen.case import Clues, Sighting
from kitchen.signs.evidence import calls_of, circle_of, name_of, never_asked, stuck, within
from kitchen.signs.strands import GATES, POOL, calls, calls_in, pool_names
from kitchen.trace import Died


def another_error(clues: Clues) -> Sighting | None:
    """What the caller gets is no Spoiled."""
    error = clues.served.errors.get(0)
    if error is None or clues.ledger.turned_away:
        return None
    even = None if clues.even is None else clues.even.errors.get(0)
    if even is not None and even.type == error.type:
        return None  # it comes whether an item is spoiled or not
    line = error.frames[0].line if error.frames else 0
    return Sighting(line, {"error": error.type}) if error.inner_type != "Spoiled" else None


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


def pool_left_open(clues: Clues) -> Sighting | None:
    """The workers of a pool wait for more work, for ever."""
    left = _left(clues)
    if not any(name.startswith((*pool_names(clues), "asyncio_")) for name in left):
        return None
    pools = [call.lineno for call in calls(clues) if name_of(call) == POOL]
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


def same_pool(clues: Clues) -> Sighting | None:
    """Every worker of a pool waits for work that stands in that pool's queue."""
    names = pool_names(clues)
    workers = [w for w in stuck(clues) if w.who.startswith(names) and "Future.result" in w.reason]
    return Sighting(workers[0].line) if workers else None


def slot_leaked(clues: Clues) -> Sighting | None:
    """Who met a spoiled item kept its place, until none was left."""
    if clues.service.kind != "spoiled" or not never_asked(clues):
        return None
    if clues.even is not None and not clues.even.outcome.finished:
        return None  # nothing has to be spoiled for it
    spoiled = {str(item) for item in clues.service.conditions.spoiled}
    held = any(a.held for a in clues.trace.asks if a.item in spoiled) or _lost_for_each(clues)
    if circle_of(stuck(clues)) and not held:
        return None  # they wait for each other, with nothing that they held when they met it
    waits = [w for w in stuck(clues) if _for_a_place(w.reason)]
    here = [w.line for w in waits if w.who != "the caller" or ".acquire" in w.reason]
    return Sighting(here[0]) if here else None


def _lost_for_each(clues: Clues) -> bool:
    """Whether one place of a semaphore is out for each spoiled item that was met, and no other:
    whoever took it may be another thread than the one that phoned."""
    failed = clues.ledger.count("failed")
    for gate in clues.trace.made(*GATES):
        took = sum(note.thing == gate.thing for note in clues.trace.took)
        gave = sum(note.thing == gate.thing for note in clues.trace.gave)
        if failed and took - gave == failed:
            return True
    return False


def _for_a_place(reason: str) -> bool:
    return any(call in reason for call in (".acquire", "Queue.get", "Condition.wait"))


def polls(clues: Clues) -> Sighting | None:
    """It looks again and again whether something has changed."""
    for node in clues.nodes:
        if isinstance(node, ast.While):
            sleeps = [c for c in calls_in(node) if name_of(c) == "sleep"]
            sleeps += [c for c in calls_in(node) if name_of(c) == "Timer"]
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


def _left(clues: Clues) -> list[str]:
    """The names of the threads that have not ended."""
    ended = {event.number for event in clues.ledger.of("finished")}
    return [e.note for e in clues.ledger.of("started") if e.number not in ended]


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


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
    told = [c for s in handler.body for c in calls_in(s) if name_of(c) in _ONLY_TELLS]
    inside = {id(n) for call in told for n in ast.walk(call)}
    return all(id(use) in inside for use in uses)


_ONLY_TELLS = frozenset(
    {"print", "debug", "info", "warning", "error", "exception", "critical", "log", "write"}
)
