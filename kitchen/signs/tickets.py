"""What people get wrong in a line with priorities: told by who was taken when, and who waited.

A failing service has been made smaller before, so what is left in it belongs to the failure.
"""

import ast
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from kitchen.case import Clues, Mistake, Remark, Served, Service, Sighting
from kitchen.grace import GRACE
from kitchen.lines import Overtaken, Wait, idle, overtaken
from kitchen.signs import cancels, waiting
from kitchen.signs.evidence import asked_for_equals, calls_of, name_of, within
from kitchen.trace import Asks, NewTask, Slept
from kitchen.world.wire import SECOND


class Rules(NamedTuple):
    """One case's line."""

    waits: Callable[[Served], list[Wait]]
    workers: Callable[[Service], int]
    read_late: Callable[[Served], set[int]]
    """The orders that stood outside, unread."""


LineSign = Callable[[Rules, Clues], Sighting | None]

_CLOCKS = frozenset({"time", "monotonic", "perf_counter", "time_ns", "monotonic_ns", "now"})


def mistakes(rules: Rules) -> tuple[Mistake, ...]:
    """The mistakes of a line by these rules, from the most to the least specific."""

    def mistake(name: str, says: str, sign: LineSign, *, of_errors: bool = False) -> Mistake:
        return Mistake(name, says, partial(sign, rules), of_errors)

    return (
        cancels.FROM_ANOTHER_THREAD,
        waiting.THREADING_PRIMITIVE,
        waiting.BLOCKS_THE_LOOP,
        mistake(
            "clock-as-tie-breaker",
            "Two orders can come in one moment, and then the clock says the same for both. What "
            "tells which came first, if not the time?",
            clock,
            of_errors=True,
        ),
        mistake(
            "payloads-asked-for-equals",
            "Something asks whether a payload equals another one: `==` does so, and so do `in`, "
            "`remove` and `index`. Two orders are two, whatever their payloads say of each other. "
            "What tells one from the other?",
            lambda rules, clues: asked_for_equals(clues),
        ),
        mistake(
            "payloads-compared",
            "The entries of two orders are equal in all that stands before the payloads, so those "
            "are compared, and have no order. What could stand between priority and payload, that "
            "is never equal and tells who came first?",
            compared,
            of_errors=True,
        ),
        mistake(
            "cook-not-awaited",
            "`cook(...)` only makes a coroutine. It cooks nothing until somebody awaits it.",
            not_awaited,
        ),
        mistake(
            "cook-dies",
            waiting.COOK_DIES,
            cook_dies,
        ),
        mistake(
            "queue-without-empty",
            "A queue of your own with a store of its own: `get` asks `empty()` whether there is "
            "anything, and that still looks into the store of the base class.",
            without_empty,
        ),
        mistake(
            "pushed-past-put",
            "What is pushed into the queue's own list behind its back wakes nobody: it is `put` "
            "that tells those who wait in `get`.",
            pushed_past_put,
        ),
        mistake(
            "sentinel-among-orders",
            "Something that stands for the end is taken for an order, or an order for it, and the "
            "cooks go home too soon. Any payload may be an order, and any number a priority; what "
            "can't be?",
            sentinel,
        ),
        mistake(
            "waits-for-the-stream",
            "Nothing is cooked before the whole stream has been read. Orders come over time; who "
            "cooks meanwhile?",
            waits_for_the_stream,
        ),
        mistake(
            "goes-home-when-empty",
            "A cook found the line empty and went home, and then more orders came. An empty line "
            "isn't the end; what is?",
            goes_home,
        ),
        mistake(
            "leaves-before-the-end",
            "When dispatch ended {count} still waiting or being cooked. What must it wait for "
            "before it sends the cooks home?",
            leaves_early,
        ),
        mistake(
            "fire-and-forget",
            "A dish is begun and not waited for, so its cook takes the next one at once. Who "
            "counts the dishes that are being cooked?",
            fire_and_forget,
        ),
        mistake(
            "cooked-twice",
            "Who takes an order out of the line, and when?",
            twice,
        ),
        mistake(
            "orders-lost",
            "dispatch ended all the same. What became of them between the stream and the cooks?",
            lost,
        ),
        mistake(
            "task-done-missing",
            "Everything is cooked, and `join` waits: it counts what was put in, and `task_done` "
            "counts back. Who calls it, once for every order?",
            task_done_missing,
        ),
        mistake(
            "never-ends",
            "Everything is cooked, and still it doesn't end. {waits} Who tells those who wait that "
            "nothing more will come?",
            never_ends,
        ),
        mistake(
            "left-running",
            "The cooks are still there when dispatch has returned, and wait for orders that never "
            "come. Who sends them home?",
            left_running,
        ),
        mistake(
            "no-limit",
            "What holds an order back while all the cooks are busy?",
            no_limit,
        ),
        mistake(
            "ticket-before-place",
            "An order is taken out of the line and then waits once more, for a place: meanwhile a "
            "more urgent one comes, and can't get past. Which should one have first, the place or "
            "the ticket?",
            ticket_before_place,
        ),
        mistake(
            "bounded-line",
            "The line is full, so the next order waits at the door, and a line can't give out what "
            "isn't in it. Who must see all orders that wait?",
            bounded,
        ),
        mistake(
            "reads-between-dishes",
            "Orders that have come are not read yet: they stand outside, where nobody sees how "
            "urgent they are. What does whoever reads the stream do meanwhile?",
            reads_between,
        ),
        mistake(
            "one-cook",
            "There are {workers} cooks, and never more than one is at work. What keeps the others?",
            one_cook,
        ),
        mistake(
            "batches",
            "The next ones are begun only when all of the last ones are done, so cooks stand about "
            "while orders wait. When is a cook free for the next one?",
            batches,
        ),
        mistake(
            "line-per-cook",
            "Each cook has a line of its own: an order waits behind its cook, whatever the others "
            "do. Who must see all orders that wait?",
            line_per_cook,
        ),
        mistake(
            "not-a-heap",
            "`heappop` gives out the least entry of a heap, and a list to which things are merely "
            "appended is none. What keeps it one?",
            not_a_heap,
        ),
        mistake(
            "priorities-misread",
            "Where priorities are 0 and 5 the order is right, and with these it isn't. A priority "
            "may be any whole number, also one below zero or over a hundred. What becomes of it?",
            misread,
        ),
        mistake(
            "ties-latest-first",
            "Of equal priority the one that came last is next. Which way does your number count?",
            ties_latest,
        ),
        mistake(
            "first-in-first-out",
            "The orders are begun in the order in which they came, whatever their priority. Where "
            "does the priority decide who is next?",
            first_come,
        ),
        mistake(
            "latest-first",
            "Whatever came last is next, whatever its priority. Where does the priority decide "
            "who is next?",
            latest_first,
        ),
        mistake(
            "least-urgent-first",
            "The least urgent is always next: here a lower number is more urgent. What turns them "
            "round?",
            least_urgent_first,
        ),
        mistake(
            "ties-scrambled",
            "Orders of equal priority leave in another order than they came in: nothing in their "
            "entries tells which came first, and a heap doesn't keep the order of equals.",
            ties_scrambled,
        ),
        mistake(
            "decided-too-early",
            "Order {first} had been chosen before order {passed} came, and was kept in hand until "
            "a cook was free. What is in hand can't be passed. Decide at the last moment, with all "
            "who wait in view.",
            decided_early,
        ),
        mistake(
            "wrong-next",
            "Of those who wait the one with the lowest number must be next, at every start. Who "
            "looks at all of them then?",
            wrong_next,
        ),
        mistake(
            "cooks-idle",
            "A cook is free, and an order waits. Who tells the cook?",
            cooks_idle,
        ),
    )


# --- what is worth saying of a line that passes ---------------------------------------------------


def polls_in(*numbers: int) -> Remark:
    """Told by the replays of these services, in which somebody has to wait."""
    return Remark(
        "polling",
        "whoever waits here looks again and again whether there is anything to do. It works; one "
        "who is woken costs nothing while it waits.",
        lambda services, replay: next(filter(None, map(polls, map(replay, numbers))), None),
    )


REACHES_IN = Remark(
    "reaches-into-the-queue",
    "`{name}` is the queue's own affair. It works with this Python; the next one may call it "
    "something else, and nobody is woken, or counted, when it is changed from outside.",
    lambda services, replay: reaches_in(replay(1)),
)

GET_INSIDE_TRY = Remark(
    "get-inside-try",
    "`get` stands inside the `try`, so a cook that is sent home while it waits counts a job as "
    "done that it never had: `task_done` raised a ValueError, and nobody looked. Here it comes "
    "when all is over; any earlier, `join` would end too soon. First `get`, then `try`.",
    lambda services, replay: get_inside_try(replay(1)),
)


def polls(clues: Clues) -> Sighting | None:
    """Somebody sleeps again and again in a loop, does nothing in between, and then goes on."""
    loops = [node for node in clues.nodes if isinstance(node, ast.While)]
    acts_later: set[int] = set()
    slept: dict[int, ast.While] = {}
    for note in reversed(clues.trace.notes):
        if isinstance(note, Asks | NewTask):
            task = note.task if isinstance(note, Asks) else note.parent
            acts_later.add(task)
            slept.pop(task, None)
        elif isinstance(note, Slept):
            round_it = [n for n in loops if n.lineno <= note.line <= (n.end_lineno or 0)]
            if not round_it:
                continue
            loop = round_it[-1]  # the innermost
            asks = not isinstance(loop.test, ast.Constant)
            if slept.get(note.task) is loop and (asks or note.task in acts_later):
                return Sighting(note.line)
            slept[note.task] = loop
    return None


_INSIDE = frozenset({"_queue", "_unfinished_tasks", "_finished", "_getters", "_putters",
                     "_wakeup_next", "_put", "_get"})  # fmt: skip


def reaches_in(clues: Clues) -> Sighting | None:
    """A queue of asyncio was made, and the source uses what is in it; a subclass of it may."""
    classes = [node for node in clues.nodes if isinstance(node, ast.ClassDef)]
    queues = {node.name for node in classes if _is_queue(node)}
    if not any(m.type.endswith("Queue") or m.type in queues for m in clues.trace.made()):
        return None
    own = {name for node in classes if not _is_queue(node) for name in _names_of(node)}
    for node in clues.nodes:
        if not isinstance(node, ast.Attribute) or node.attr not in _INSIDE:
            continue
        inner = node.value
        if node.attr in own and getattr(inner, "attr", "") not in _INSIDE:
            continue
        if isinstance(inner, ast.Attribute) or (isinstance(inner, ast.Name) and inner.id != "self"):
            return Sighting(node.lineno, {"name": node.attr})
    return None


def _is_queue(node: ast.ClassDef) -> bool:
    return any("Queue" in ast.unparse(base) for base in node.bases)


def _names_of(node: ast.ClassDef) -> Iterator[str]:
    """The methods of a class, and the attributes that it sets on itself."""
    for part in ast.walk(node):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            yield part.name
        elif isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
            yield from [part.attr] if ast.unparse(part.value) == "self" else []


def get_inside_try(clues: Clues) -> Sighting | None:
    """A task counted once too often, and its `try` has both the `get` and the `task_done`."""
    if not any(e.type == "ValueError" and "task_done" in e.text for e in clues.trace.errors):
        return None
    for node in clues.nodes:
        if isinstance(node, ast.Try) and calls_of(within(node.finalbody), "task_done"):
            gets = calls_of(within(node.body), "get")
            if gets:
                return Sighting(gets[0].lineno)
    return None


# --- comparing ------------------------------------------------------------------------------------


def clock(rules: Rules, clues: Clues) -> Sighting | None:
    """Orders of one moment are compared or mixed up, and the source asks a clock."""
    read = [
        node
        for node in clues.nodes
        if isinstance(node, ast.Attribute | ast.Name)
        and (node.attr if isinstance(node, ast.Attribute) else node.id) in _CLOCKS
        and isinstance(node.ctx, ast.Load)
    ]
    if not read:
        return None
    if compared(rules, clues) is not None:
        return Sighting(_called(clues, read))
    mixed = [pair for pair in _overtaken(rules, clues) if pair.equals]
    if mixed and all(abs(p.first.since - p.passed.since) < GRACE for p in mixed):
        return Sighting(_called(clues, read))
    return None


def _called(clues: Clues, read: list[ast.Attribute | ast.Name]) -> int:
    """The line of the first clock that is called, or named where a default is made."""
    called = [n.func for n in clues.nodes if isinstance(n, ast.Call)]
    return next((node.lineno for node in read if node in called), read[-1].lineno)


def compared(rules: Rules, clues: Clues) -> Sighting | None:
    """A payload was compared."""
    if not any(e.note == "compared" for e in clues.ledger.of("mark")):
        return None
    lines = [error.line for error in clues.trace.errors if error.type == "TypeError"]
    raised = [
        frame.line for _, error in sorted(clues.served.errors.items()) for frame in error.frames
    ]
    return Sighting(next((line for line in [*raised[-1:], *lines] if line), _line_of_put(clues)))


# --- what is not done -----------------------------------------------------------------------------


def not_awaited(rules: Rules, clues: Clues) -> Sighting | None:
    """Coroutines of the cook's were made, and nobody awaited them."""
    lost = [n for n in clues.trace.unawaited if n.what.endswith(".cook")]
    if not lost or len(lost) < len(_never_begun(rules, clues)):
        return None
    return Sighting(lost[0].line)


def cook_dies(rules: Rules, clues: Clues) -> Sighting | None:
    """Orders are left in line, and an error had ended a cook."""
    return waiting.died_of(clues) if _never_begun(rules, clues) else None


def without_empty(rules: Rules, clues: Clues) -> Sighting | None:
    """Somebody waits in `get`, and a subclass has its own store and not its own `empty`."""
    for node in clues.nodes:
        if not isinstance(node, ast.ClassDef) or not any(
            "Queue" in ast.unparse(b) for b in node.bases
        ):
            continue
        own = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
        waits = [w for w in clues.served.outcome.waiting if f"{node.name}.get" in w.reason]
        if waits and own & {"_put", "_get"} and not own & {"empty", "qsize"}:
            return Sighting(node.lineno)
    return None


def pushed_past_put(rules: Rules, clues: Clues) -> Sighting | None:
    """The queue's own store is written to, and cooks wait for ever while it is full."""
    if not _never_begun(rules, clues):
        return None
    for node in clues.nodes:
        if isinstance(node, ast.Call) and "_queue" in ast.unparse(node):
            return Sighting(node.lineno)
    return None


def sentinel(rules: Rules, clues: Clues) -> Sighting | None:
    """Orders were lost only where payloads or priorities are out of the ordinary."""
    lost = _never_begun(rules, clues)
    if not lost or clues.service.kind != "range" or not _even_is_complete(rules, clues):
        return None
    return Sighting()


def waits_for_the_stream(rules: Rules, clues: Clues) -> Sighting | None:
    """The first dish was begun when the stream had ended, and orders had been there before."""
    ended = next((e.at for e in clues.ledger.of("told") if e.note == "end"), 0)
    waits = rules.waits(clues.served)
    begun = [wait.until for wait in waits if wait.taken]
    if not begun or min(begun) < ended or not any(w.since < ended - GRACE for w in waits):
        return None
    return Sighting(_line_of_stream(clues))


def goes_home(rules: Rules, clues: Clues) -> Sighting | None:
    """The first order that was lost came when nothing waited and nothing was being cooked."""
    lost = _never_begun(rules, clues)
    if not lost:
        return None
    came = lost[0].since
    others = [w for w in rules.waits(clues.served) if w.taken and w.since < came]
    if not others or any(w.until >= came for w in others):
        return None
    ends = [e.at for e in clues.ledger.of("delivered", "hung up")]
    cooked_by_then = sum(at < came for at in ends)
    return Sighting(_line_of_look(clues)) if cooked_by_then == len(others) else None


def leaves_early(rules: Rules, clues: Clues) -> Sighting | None:
    """dispatch ended while orders waited, or were being cooked and were broken off."""
    end = clues.ledger.end_of(0)
    if end is None or end.kind == "raised":
        return None
    ended = next((e.at for e in clues.ledger.of("told") if e.note == "end"), 0)
    broken = {e.item for e in clues.ledger.of("hung up")}
    unbegun = {w.number for w in _never_begun(rules, clues)}
    if not broken and (not unbegun or end.at > ended + GRACE or _idle(rules, clues)):
        return None
    count = len(broken | unbegun)
    told = f"{count} orders were" if count > 1 else "one order was"
    return Sighting(_line_of(clues, "cancel"), {"count": told})


def fire_and_forget(rules: Rules, clues: Clues) -> Sighting | None:
    """Dishes were still cooked when dispatch had returned; or too many, each in a task of its own
    that a cook made."""
    end = clues.ledger.end_of(0)
    by_cooks = [t for t in clues.trace.tasks if t.line and _maker(clues, _maker(clues, t.task))]
    after = end is not None and any(e.at > end.at for e in clues.ledger.of("delivered"))
    if not after and not (by_cooks and no_limit(rules, clues)):
        return None
    made = by_cooks or [t for t in clues.trace.tasks if t.parent and t.line]
    return Sighting(made[-1].line if made else 0)


def _maker(clues: Clues, task: int) -> int:
    """The task that made this one; 0 for the call itself."""
    made = clues.trace.maker.get(task)
    return 0 if made is None else made.parent


def twice(rules: Rules, clues: Clues) -> Sighting | None:
    """An order was begun more than once."""
    again = any(times > 1 for times in clues.ledger.times("asked").values())
    return Sighting(_line_of(clues, "cook")) if again else None


def lost(rules: Rules, clues: Clues) -> Sighting | None:
    """Orders were never begun, and dispatch returned."""
    missing, end = _never_begun(rules, clues), clues.ledger.end_of(0)
    if not missing or end is None or end.kind != "returned":
        return None
    return Sighting(_line_of_put(clues))


def task_done_missing(rules: Rules, clues: Clues) -> Sighting | None:
    """Everything is cooked, and somebody waits in `Queue.join`."""
    waits = [w for w in clues.served.outcome.waiting if "Queue.join" in w.reason]
    if not waits or _never_begun(rules, clues):
        return None
    return Sighting(waits[0].line)


def never_ends(rules: Rules, clues: Clues) -> Sighting | None:
    """A deadlock, with everything cooked."""
    return None if _never_begun(rules, clues) else waiting.still_waits(clues)


def left_running(rules: Rules, clues: Clues) -> Sighting | None:
    """Somebody still waited when all was quiet."""
    left = clues.served.left.get(0, ())
    return Sighting(left[0].line) if left and not _never_begun(rules, clues) else None


# --- how many -------------------------------------------------------------------------------------


def no_limit(rules: Rules, clues: Clues) -> Sighting | None:
    """More at once than there are cooks."""
    if clues.ledger.peak <= rules.workers(clues.service):
        return None
    return Sighting(_line_of(clues, "create_task", "ensure_future", "cook"))


def one_cook(rules: Rules, clues: Clues) -> Sighting | None:
    """Never more than one at work, where there are more, and orders wait."""
    count = rules.workers(clues.service)
    if count == 1 or clues.ledger.peak > 1 or not _idle(rules, clues):
        return None
    line = _line_of_gate(clues) or _line_of(clues, "create_task", "ensure_future", "cook")
    return Sighting(line, {"workers": count})


def batches(rules: Rules, clues: Clues) -> Sighting | None:
    """Cooks stand about, and whenever something is begun, nothing was being cooked before."""
    if not _idle(rules, clues) or clues.ledger.peak < 2:
        return None
    cooking, last, groups = 0, -1, 0
    for event in clues.ledger:
        if event.kind == "asked":
            if cooking and event.at > last + GRACE:
                return None
            groups += not cooking
            cooking, last = cooking + 1, event.at if not cooking else last
        elif event.kind in ("delivered", "hung up"):
            cooking -= 1
    return Sighting(_line_of(clues, "gather", "wait", "TaskGroup")) if groups > 1 else None


def cooks_idle(rules: Rules, clues: Clues) -> Sighting | None:
    """A cook is free while an order waits; perhaps it sleeps."""
    if not _idle(rules, clues):
        return None
    slept = [note.line for note in clues.trace.slept if note.seconds * SECOND > GRACE]
    return Sighting(slept[0] if slept else 0)


# --- order ----------------------------------------------------------------------------------------


def ticket_before_place(rules: Rules, clues: Clues) -> Sighting | None:
    """Out of order, and there is a gate that somebody had to wait at before cooking, with an order
    in hand: one that is read only when its place is free stood outside."""
    outside = rules.read_late(clues.served)
    if not any(pair.first.number not in outside for pair in _overtaken(rules, clues)):
        return None
    line = _line_of_gate(clues)
    return Sighting(line) if line else None


def _line_of_gate(clues: Clues) -> int:
    """The line at which somebody asks for a place in a gate that lets some in; or 0."""
    for gate in clues.trace.gates:
        if gate.type == "Lock" or gate.value > 0:
            wanted = [note for note in clues.trace.wants if note.thing == gate.thing]
            if wanted:
                return wanted[0].line
    return 0


def bounded(rules: Rules, clues: Clues) -> Sighting | None:
    """Orders stood outside, and the line was made with a bound."""
    if not rules.read_late(clues.served):
        return None
    made = [m for m in clues.trace.made("Queue", "PriorityQueue", "LifoQueue") if m.value > 0]
    return Sighting(made[0].line) if made else None


def reads_between(rules: Rules, clues: Clues) -> Sighting | None:
    """Orders stood outside, unread."""
    return Sighting(_line_of_stream(clues)) if rules.read_late(clues.served) else None


def line_per_cook(rules: Rules, clues: Clues) -> Sighting | None:
    """As many queues as there are cooks, made in one line, and the wrong order or cook is next."""
    count = rules.workers(clues.service)
    if count == 1 or not (any(_overtaken(rules, clues)) or _idle(rules, clues)):
        return None
    made = [m.line for m in clues.trace.made() if m.type.endswith("Queue")]
    return Sighting(made[0]) if len(made) == count == made.count(made[0]) else None


def not_a_heap(rules: Rules, clues: Clues) -> Sighting | None:
    """heappop is used, and neither heappush nor heapify."""
    called = {
        node.attr if isinstance(node, ast.Attribute) else node.id: node.lineno
        for node in clues.nodes
        if isinstance(node, ast.Attribute | ast.Name)
    }
    if "heappop" not in called or {"heappush", "heapify"} & called.keys():
        return None
    return Sighting(called["heappop"]) if any(_overtaken(rules, clues)) else None


def first_come(rules: Rules, clues: Clues) -> Sighting | None:
    """Always the first that came. Where that is also the least urgent, the source decides."""
    if least_urgent_first(rules, clues) and _turns_round(clues):
        return None
    return _always(rules, clues, lambda wait: (wait.since, wait.turn))


def _turns_round(clues: Clues) -> bool:
    """Whether anything in the source is negated, or compared the other way."""
    return any(isinstance(node, ast.USub | ast.Gt | ast.GtE) for node in clues.nodes)


def latest_first(rules: Rules, clues: Clues) -> Sighting | None:
    """Always the last that came."""
    return _always(rules, clues, _LATEST)


def least_urgent_first(rules: Rules, clues: Clues) -> Sighting | None:
    """Always the highest number."""
    return _always(rules, clues, lambda wait: (-wait.rank,))


def misread(rules: Rules, clues: Clues) -> Sighting | None:
    """Right in the first service, and wrong with as many cooks where priorities are others."""
    if clues.even is not None and rules.workers(clues.service) > rules.workers(clues.even.service):
        return None
    wrong = [pair for pair in _overtaken(rules, clues) if not pair.equals]
    even = [p for p in overtaken(rules.waits(clues.even)) if not p.equals] if clues.even else wrong
    latest = clues.even is not None and _always_of(rules, clues.even, _LATEST)
    return Sighting(_line_of_put(clues)) if wrong and not even and not latest else None


def ties_latest(rules: Rules, clues: Clues) -> Sighting | None:
    """In order but for equals, of which always the last that came is next."""
    even = overtaken(rules.waits(clues.even)) if clues.even else ()
    if any(not pair.equals for pair in [*_overtaken(rules, clues), *even]):
        return None
    return _always(rules, clues, lambda wait: (wait.rank, -wait.since, -wait.turn))


def ties_scrambled(rules: Rules, clues: Clues) -> Sighting | None:
    """Only equals are out of order."""
    wrong = list(_overtaken(rules, clues))
    equals = bool(wrong) and all(pair.equals for pair in wrong)
    return Sighting(_line_of_put(clues)) if equals else None


def decided_early(rules: Rules, clues: Clues) -> Sighting | None:
    """Whoever was taken out of turn would have been right when the one before was begun."""
    waits = rules.waits(clues.served)
    wrong = list(overtaken(waits))
    for first, passed in wrong:
        earlier = [w.until for w in waits if w.taken and w.until < first.until]
        chosen = max([first.since, *earlier])
        others = [w for w in waits if w.since <= chosen and w.until > chosen and w is not first]
        if passed.since <= chosen or any(other.before(first) for other in others):
            return None
    if not wrong:
        return None
    first, passed = wrong[0]
    return Sighting(_line_of_put(clues), {"first": first.number, "passed": passed.number})


def wrong_next(rules: Rules, clues: Clues) -> Sighting | None:
    """Somebody else than the most urgent was next."""
    return Sighting(_line_of_put(clues)) if any(_overtaken(rules, clues)) else None


# --- what they look at ----------------------------------------------------------------------------


Key = Callable[[Wait], tuple[float, ...]]

_LATEST: Key = lambda wait: (-wait.since, -wait.turn)  # noqa: E731


def _always(rules: Rules, clues: Clues, key: Key) -> Sighting | None:
    """Out of order, and at every start the lowest by this key was taken."""
    return Sighting(_line_of_put(clues)) if _always_of(rules, clues.served, key) else None


def _always_of(rules: Rules, served: Served, key: Key) -> bool:
    waits = rules.waits(served)
    if not any(overtaken(waits)):
        return False
    return not any(
        key(other) < key(first)
        for first in waits
        if first.taken
        for other in waits
        if other.lasts_at(first.until)
    )


def _overtaken(rules: Rules, clues: Clues) -> Iterator[Overtaken]:
    return overtaken(rules.waits(clues.served))


def _never_begun(rules: Rules, clues: Clues) -> list[Wait]:
    return [wait for wait in rules.waits(clues.served) if not wait.taken]


def _idle(rules: Rules, clues: Clues) -> bool:
    waits, count = rules.waits(clues.served), rules.workers(clues.service)
    return any(True for _ in idle(waits, clues.ledger, count))


def _even_is_complete(rules: Rules, clues: Clues) -> bool:
    return clues.even is not None and all(wait.taken for wait in rules.waits(clues.even))


# --- the source -----------------------------------------------------------------------------------


_PUTS = frozenset({"put_nowait", "put", "heappush", "insort", "insort_left", "insort_right",
                   "append", "appendleft", "insert", "push", "add"})  # fmt: skip


def _line_of_put(clues: Clues) -> int:
    """Where an order comes into the line: while the stream is read, if it is done there."""
    streams = [node for node in clues.nodes if isinstance(node, ast.AsyncFor)]
    read = [part for stream in streams for part in within(stream.body)]
    lines = [_named_at(node, _PUTS) for node in (*read, *clues.nodes)]
    return next(filter(None, lines), 0)


def _line_of_stream(clues: Clues) -> int:
    return next((node.lineno for node in clues.nodes if isinstance(node, ast.AsyncFor)), 0)


def _line_of_look(clues: Clues) -> int:
    """The first loop that ends by itself."""
    loops = [node for node in clues.nodes if isinstance(node, ast.While)]
    return next((n.lineno for n in loops if not isinstance(n.test, ast.Constant)), 0)


def _line_of(clues: Clues, *names: str) -> int:
    """The first call of the first of these that is called at all."""
    for name in names:
        lines = [_named_at(node, frozenset({name})) for node in clues.nodes]
        if any(lines):
            return min(filter(None, lines))
    return 0


def _named_at(node: ast.AST, names: frozenset[str]) -> int:
    """The line of this node, if it is a call of one of these; or 0."""
    return node.lineno if isinstance(node, ast.Call) and name_of(node) in names else 0
