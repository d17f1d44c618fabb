"""A cancelled function that goes on, or leaves something behind."""

import ast

from kitchen.case import Clues, Mistake, Sighting
from kitchen.grace import GRACE
from kitchen.signs.evidence import after_the_cut
from kitchen.trace import Foreign, Thread


def goes_on_after_cancel(clues: Clues) -> Sighting | None:
    """More was asked for after the function had been cancelled."""
    cut = clues.ledger.first("cut", 0)
    if cut is None:
        return None
    later = [e for e in after_the_cut(clues) if e.kind == "asked"]
    if not later:
        return None
    lines = [n.where for n in clues.trace.asks]
    return Sighting(lines[0] if lines else 0)


def left_in_the_air(clues: Clues) -> Sighting | None:
    """Deliveries went on after the function had been cancelled."""
    cut = clues.ledger.first("cut", 0)
    if cut is None:
        return None
    later = [e for e in clues.ledger.part(0).of("delivered", "failed") if e.at > cut.at + GRACE]
    if not later:
        return None
    makers = [n for n in clues.trace.tasks if n.parent and n.line]
    return Sighting(makers[0].line if makers else 0, {"air": len(later)})


def thread_goes_on(clues: Clues) -> Sighting | None:
    """The function was cancelled, and its threads went on with their calls, or with asking."""
    cut = clues.ledger.first("cut", 0)
    threads = {note.task for note in clues.trace.notes if isinstance(note, Thread)}
    asks = [ask for ask in clues.trace.asks if ask.task in threads]
    if cut is None or not asks:
        return None
    air = clues.ledger.part(0).of("delivered", "failed")
    later = any(event.at > cut.at + GRACE for event in air)
    more = any(event.kind == "asked" for event in after_the_cut(clues))
    return Sighting(asks[0].line) if later or more else None


THREAD_GOES_ON = Mistake(
    "thread-goes-on",
    "The call is made by a thread, and a thread can't be cancelled: whoever waits for it is, and "
    "it goes on, on the phone or with the next item. What can be hung up is a call that is "
    "awaited.",
    thread_goes_on,
)


def from_another_thread(clues: Clues) -> Sighting | None:
    """A thread touched what belongs to the event loop of another one."""
    foreign = [note for note in clues.trace.notes if isinstance(note, Foreign)]
    return Sighting(foreign[0].line) if foreign else None


FROM_ANOTHER_THREAD = Mistake(
    "from-another-thread",
    "This is done from another thread than the event loop's. Futures, tasks, events and queues of "
    "asyncio are not made for that: the loop, which may be asleep, does not hear of it. "
    "`loop.call_soon_threadsafe(...)` tells it; for a coroutine `run_coroutine_threadsafe` does.",
    from_another_thread,
)


def swallows_cancel(clues: Clues) -> Sighting | None:
    """The function was cancelled and did not end as cancelled, and the source catches it."""
    cut, end = clues.ledger.first("cut", 0), clues.ledger.end_of(0)
    if cut is None:
        return None
    ended = end is not None and end.kind != "returned" and end.at <= cut.at + GRACE
    if ended and not any(event.kind == "asked" for event in after_the_cut(clues)):
        return None
    cleaning = {
        part
        for node in clues.nodes
        if isinstance(node, ast.Try)
        for statement in node.finalbody
        for part in ast.walk(statement)
    }
    for node in clues.nodes:
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


def shielded(clues: Clues) -> Sighting | None:
    """What a cancelled function left in the air had been put behind `asyncio.shield`."""
    shields = [
        node.lineno
        for node in clues.nodes
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "shield"
    ]
    if not shields or clues.ledger.first("cut", 0) is None:
        return None
    return Sighting(shields[0])
