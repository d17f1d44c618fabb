"""Waiting for what never comes, or in a way that stops everybody else."""

import ast
from collections.abc import Iterator
from typing import Any

from kitchen.case import Clues, Mistake, Sighting
from kitchen.numbers import counted
from kitchen.signs.evidence import never_asked, ordered, stuck
from kitchen.trace import Asks, NewTask, Slept
from kitchen.world.wire import SECOND


def join_waits(clues: Clues) -> Sighting | None:
    """Somebody waits in `Queue.join`, and not everything was reported done."""
    waits = [w for w in stuck(clues) if "Queue.join" in w.reason]
    return Sighting(waits[0].line) if waits else None


def idle_workers(clues: Clues) -> Sighting | None:
    """All was asked for, and workers wait for more."""
    waits = [w for w in stuck(clues) if "Queue.get" in w.reason]
    if not waits or never_asked(clues) or clues.ledger.first("cut", 0) is not None:
        return None
    return Sighting(waits[0].line, {"idle": counted(len(waits), "worker")})


def still_waits(clues: Clues) -> Sighting | None:
    """Who waits in a deadlock: first of all one who waits for more to do."""
    outcome = clues.served.outcome
    if outcome.end != "deadlock":
        return None
    told = [w for w in outcome.waiting if w.line]
    first = next((w for w in told if ".get" in w.reason), told[0] if told else None)
    if first is None:
        return Sighting(0, {"waits": ""})
    return Sighting(first.line, {"waits": f"`{first.who}` {first.reason}."})


COOK_DIES = "An error ended a cook, and nobody heard of it: {error}. Who cooks what waits?"
"""What is said where `died_of` sees it."""


def died_of(clues: Clues, but: frozenset[str] = frozenset()) -> Sighting | None:
    """A deadlock, and a task had ended with an error that is none of these."""
    errors = [error for error in clues.trace.errors if error.type not in but]
    if clues.served.outcome.end != "deadlock" or not errors:
        return None
    return Sighting(errors[0].line, {"error": f"{errors[0].type}: {errors[0].text}".rstrip(" :.")})


def never_woken(clues: Clues) -> Sighting | None:
    """Everybody who waits does so for a signal."""
    signals = ("Event.wait", "Condition.wait", "Barrier.wait")
    waits = [w for w in stuck(clues) if w.reason.startswith("waits in ")]
    woken = [w for w in waits if any(signal in w.reason for signal in signals)]
    if not woken or len(woken) < len(waits):
        return None
    what = woken[0].reason.removeprefix("waits in ").partition(",")[0]
    return Sighting(woken[0].line, {"what": what})


def threading_primitive(clues: Clues) -> Sighting | None:
    """A blocking primitive of another module stopped the loop."""
    stopped = [w for w in clues.served.outcome.waiting if "stops the whole event loop" in w.reason]
    if not stopped:
        return None
    reason = stopped[0].reason.partition(",")[0]
    name = reason.removeprefix("waits in ")
    name = "Thread.join" if reason.startswith("waits for ") else name
    return Sighting(stopped[0].line, {"what": name})


THREADING_PRIMITIVE = Mistake(
    "threading-primitive",
    "`{what}` waits by stopping the whole thread, and the event loop runs in that thread: whoever "
    "could end the wait never gets to run. Coroutines need what is awaited: asyncio has a Lock, a "
    "Semaphore, an Event and a Queue of its own, and `asyncio.to_thread` for what only blocks.",
    threading_primitive,
)


def blocks_the_loop(clues: Clues, least: float | None = None) -> Sighting | None:
    """For so many seconds, or for a good part of the time, a blocking call stopped the loop."""
    blocked = clues.ledger.of("blocked")
    seconds = sum(int(event.note) for event in blocked) / SECOND
    if least is None:
        least = 0.2 * max(clues.ledger.took, 0.05)
    if not blocked or seconds < least:
        return None
    line = next((event.number for event in blocked if event.number), 0)
    return Sighting(line, {"seconds": f"{seconds:.2f}"})


BLOCKS_THE_LOOP = Mistake(
    "blocks-the-loop",
    "This line stops the whole event loop while it waits ({seconds} s in all): nobody else can go "
    "on, nobody can be woken or cancelled. What is its counterpart that is awaited?",
    blocks_the_loop,
)


def polls(clues: Clues) -> Sighting | None:
    """Again and again somebody sleeps in a loop, and then orders, or sends others to order."""
    waiting_loops = [
        node
        for node in clues.nodes
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
