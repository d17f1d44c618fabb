"""What people get wrong when they write a gate for guests: told by the guests' stories.

The same for every case with such a gate; `mistakes` makes them for a case's rules. A failing
service has been made smaller before, so what is left in it belongs to the failure.
"""

import ast
import math
from collections.abc import Callable, Iterator
from functools import partial

from kitchen.case import Clues, Mistake, Remark, Served, Sighting
from kitchen.gates import (
    Rules,
    gave_up,
    locked_is_true,
    no_patience,
    stay_is_not_cut,
    told_in_time,
    walked_in,
)
from kitchen.grace import GRACE
from kitchen.parties import Overtaken, Story, idle_places, overtaken
from kitchen.signs import waiting
from kitchen.world.outcome import Raised

GateSign = Callable[[Rules, Clues], Sighting | None]


def mistakes(rules: Rules) -> tuple[Mistake, ...]:
    """The mistakes of a gate by these rules, from the most to the least specific."""

    def mistake(name: str, says: str, sign: GateSign, *, of_errors: bool = False) -> Mistake:
        return Mistake(name, says, partial(sign, rules), of_errors)

    return (
        mistake(
            "futures-compared",
            "Two guests of the same priority are in the heap, so heapq compares what comes next "
            "in their entries, and {what} can't be compared. What could stand between the two, "
            "that is never equal and tells who came first?",
            futures_compared,
            of_errors=True,
        ),
        waiting.THREADING_PRIMITIVE,
        mistake(
            "place-to-the-dead",
            "A place is given to a waiter who has already left: its future is done, and setting "
            "its result raises. Whom should the place go to, and what becomes of those in the "
            "line who have gone?",
            done_future,
            of_errors=True,
        ),
        mistake(
            "cancel-swallowed",
            "A guest who is cancelled ends otherwise than cancelled. CancelledError is how asyncio "
            "asks a task to stop: clean up if you must, then let it out again.",
            cancel_swallowed,
        ),
        mistake(
            "error-changed",
            "What a guest raises inside belongs to the guest: the gate gives the place back, and "
            "lets the very same error out. What stands round the `yield`?",
            error_changed,
            of_errors=True,
        ),
        mistake(
            "place-made",
            "More can be inside than there are places, after somebody left the line without having "
            "had one. Who gives back what it never had?",
            place_made_by_leaving,
        ),
        mistake(
            "too-many-inside",
            "More are inside than there are places. Between finding a place free and taking it, "
            "may others come between? And does everybody who gets in take one?",
            too_many,
        ),
        mistake(
            "slow-to-let-in",
            "A place stands free for a while although somebody waits for it; at once means within "
            "20 ms. Who tells the one who waits, and when does it look?",
            slow_to_let_in,
        ),
        mistake(
            "never-released",
            "A place that was taken never comes back, or nobody is told that it has. What happens "
            "when a guest leaves and others wait?",
            never_released,
        ),
        mistake(
            "lost-as-granted",
            "A guest {what} in the very turn in which the place was given to it. It never went in, "
            "so it must pass the place on. Who does that?",
            lost_as_granted,
        ),
        mistake(
            "lost-with-the-waiter",
            "A guest left the line before it had a place, and then a place that came free reached "
            "nobody. Is it given to one who is no longer there, or is nobody told?",
            lost_with_the_waiter,
        ),
        mistake(
            "not-released-on-error",
            "A guest left by an error or a cancellation, and its place did not come back. Which "
            "construct gives it back on every way out?",
            not_released_on_error,
        ),
        mistake(
            "slips-past",
            "A newcomer finds a place just freed and takes it, while others wait for it. Who must "
            "a free place belong to, from the moment it is free?",
            slips_past,
        ),
        mistake(
            "heap-not-restored",
            "After one has left the middle of the line the next ones come in the wrong order. A "
            "heap is only a heap as long as nothing is taken out of it but by heapq. What puts it "
            "right again, or makes taking out needless?",
            heap_not_restored,
        ),
        mistake(
            "first-come",
            "The line is served in order of arrival, whatever the priority. Where does the "
            "priority decide who is next?",
            first_come,
        ),
        mistake(
            "upside-down",
            "The least urgent goes first: here a lower number is more urgent.",
            upside_down,
        ),
        mistake(
            "ties-by-chance",
            "Of two with the same priority the one who came later went first. What decides between "
            "equals, and is it the order of arrival?",
            ties_by_chance,
        ),
        mistake(
            "wrong-next",
            "Of those who wait the one with the lowest number must be next, at every moment.",
            wrong_next,
        ),
        mistake(
            "locked-lies",
            "`locked()` is to tell a newcomer whether it would have to wait. What does it look at?",
            locked_lies,
        ),
    )


POLLS = Remark(
    "polling",
    "whoever waits here looks again and again whether it is its turn. It works; one who is woken "
    "costs nothing while it waits.",
    lambda services, replay: waiting.polls(replay(1)),
    word="while",
)


def _dead_kept(clues: Clues) -> Sighting | None:
    """Those who gave up stay in memory: told by what the check of it counts, if it came so far."""
    return Sighting() if clues.finding.figure.endswith("objects") else None


DEAD_KEPT = Mistake(
    "dead-kept",
    "Those who gave up are still kept somewhere, in the line or in a list, and who comes one "
    "after another fills the memory. When does an entry leave it, if its turn never comes?",
    _dead_kept,
)


def mistakes_of_patience(rules: Rules) -> tuple[Mistake, ...]:
    """What can go wrong besides, where guests have a ttl."""

    def mistake(name: str, says: str, sign: GateSign) -> Mistake:
        return Mistake(name, says, partial(sign, rules), of_errors=True)

    return (
        mistake(
            "ttl-cuts-the-stay",
            "The ttl says how long a guest waits, not how long it stays. What stands inside your "
            "timeout: the wait alone, or the `yield` as well?",
            ttl_cuts_the_stay,
        ),
        mistake(
            "ttl-of-nothing",
            "A ttl of 0 or less doesn't wait: it takes a place that is free, or raises at once. "
            "What does your timeout do before it looks?",
            ttl_of_nothing,
        ),
        mistake(
            "ttl-not-kept",
            "The ttl runs once, from entering the line, whatever happens meanwhile, and ends the "
            "wait in that very moment. What starts your clock, how often, and who looks at it?",
            ttl_not_kept,
        ),
    )


# --- errors ---------------------------------------------------------------------------------------


def futures_compared(rules: Rules, clues: Clues) -> Sighting | None:
    """heapq compared two entries as far as something that has no order."""
    for error in _errors(clues, "TypeError"):
        if "not supported between instances of" in error.text:
            what = error.text.rpartition("instances of ")[2].partition(" and ")[0].strip("'")
            return Sighting(_line(error), {"what": f"objects of type {what}"})
    return None


def done_future(rules: Rules, clues: Clues) -> Sighting | None:
    """A result was set on a future that was done."""
    errors = _errors(clues, "InvalidStateError")
    return Sighting(_line(errors[0])) if errors else None


def cancel_swallowed(rules: Rules, clues: Clues) -> Sighting | None:
    """Somebody was cancelled, well before or after it got in, and did not end so."""
    for story in rules.told(clues.served):
        if story.cut is None or story.ended is None or _in_the_turn(story, clues):
            continue
        if story.ended.kind != "cancelled":
            return Sighting(_handler(clues))
    return None


def error_changed(rules: Rules, clues: Clues) -> Sighting | None:
    """What a guest raised inside did not come out, or not as it was."""
    told = {story.guest.number: story for story in rules.told(clues.served)}
    for event in clues.ledger.of("mark"):
        if event.note == "same" and event.item != 1 and told[event.number].cut is None:
            return Sighting(_handler_round_the_stay(clues))
    return None


# --- places ---------------------------------------------------------------------------------------


def place_made_by_leaving(rules: Rules, clues: Clues) -> Sighting | None:
    """More inside than places, and only after somebody had left the line.

    Not where that many get in though nobody leaves it, as in the first service.
    """
    even = clues.even
    if even and _too_many(rules, even) and not _left_waiting(rules, even):
        return None
    left = _departures(rules, clues)
    if not left or not _too_many(rules, clues.served):
        return None
    before = [now for at, now in clues.ledger.at_door() if at < min(left)]
    return Sighting() if max(before, default=0) <= rules.places(clues.service) else None


def too_many(rules: Rules, clues: Clues) -> Sighting | None:
    """More inside than places."""
    return Sighting() if _too_many(rules, clues.served) else None


def slow_to_let_in(rules: Rules, clues: Clues) -> Sighting | None:
    """A place stood free, and then the one who waited went in, with nobody leaving just then."""
    told = rules.told(clues.served)
    if not clues.served.outcome.finished:
        return None
    for idle in idle_places(told, rules.places(clues.service)):
        until = idle.waiting.entered
        left = [s.left for s in told if s.left is not None]
        if until is not None and all(abs(moment - until) > GRACE for moment in left):
            return Sighting()
    return None


def never_released(rules: Rules, clues: Clues) -> Sighting | None:
    """A place is missing, with nothing out of the ordinary having happened, here or in the first
    service."""
    plainly = any(served and _lost_plainly(rules, served) for served in (clues.served, clues.even))
    return Sighting() if plainly and _lost(rules, clues) else None


def lost_as_granted(rules: Rules, clues: Clues) -> Sighting | None:
    """A place is missing, and somebody was cancelled, or its patience ended, in the turn of a
    place's coming free."""
    told = rules.told(clues.served)
    free = {s.left for s in told if s.left is not None}
    late = [s for s in told if gave_up(clues.served, s) and s.until in free]
    cut = [s for s in told if _in_the_turn(s, clues)]
    if not (cut or late) or not _lost(rules, clues):
        return None
    return Sighting(0, {"what": "was cancelled" if cut else "came to the end of its ttl"})


def lost_with_the_waiter(rules: Rules, clues: Clues) -> Sighting | None:
    """A place is missing, and somebody was cancelled while it waited.

    Not where somebody had left by an error before that, and all who had left the line were passed
    over rightly: a gate that does this knows that they have gone.
    """
    told = rules.told(clues.served)
    gone = _left_waiting(rules, clues.served)
    if not gone or not _lost(rules, clues):
        return None
    missed = min((idle.since for idle in idle_places(told, rules.places(clues.service))), default=0)
    if any((s.left or math.inf) <= missed + GRACE for s in _out_by_error(rules, clues)):
        gone = [s for s in gone if (_left_at(s) or 0) <= missed + GRACE]
        if all(_passed_over(rules, clues, story, missed) for story in gone):
            return None
    return Sighting()


def not_released_on_error(rules: Rules, clues: Clues) -> Sighting | None:
    """A place is missing, and somebody left by an error or a cancellation."""
    return Sighting() if _out_by_error(rules, clues) and _lost(rules, clues) else None


# --- patience -------------------------------------------------------------------------------------


def ttl_cuts_the_stay(rules: Rules, clues: Clues) -> Sighting | None:
    """Somebody was thrown out, who nobody had cancelled."""
    return None if stay_is_not_cut(rules, clues.served).passed else Sighting()


def ttl_of_nothing(rules: Rules, clues: Clues) -> Sighting | None:
    """Wrong only for a guest without any patience. Where too many get in as it is, as in the first
    service, that one more did tells nothing."""
    short = [s for s in rules.told(clues.served) if s.guest.more and s.guest.patience == 0]
    found, even = no_patience(rules, clues.served), clues.even
    if not short or found.passed or _lost(rules, clues):
        return None
    if found.figure.endswith("got in") and even and _too_many(rules, even):
        return None
    return Sighting()


def ttl_not_kept(rules: Rules, clues: Clues) -> Sighting | None:
    """Somebody was told too late or too early, or got in after its time."""
    if waiting.threading_primitive(clues) is not None:
        return None
    figure = told_in_time(rules, clues.served).figure
    return Sighting() if figure.endswith(("late", "early", "waits", "told")) else None


# --- order ----------------------------------------------------------------------------------------


def slips_past(rules: Rules, clues: Clues) -> Sighting | None:
    """A newcomer got in at once, before one who waited."""
    told = rules.told(clues.served)
    walked = any(walked_in(first, told) for first, _ in _overtaken(rules, clues))
    return Sighting() if walked else None


def heap_not_restored(rules: Rules, clues: Clues) -> Sighting | None:
    """The order is right until somebody leaves the line, and wrong after that."""
    left = _departures(rules, clues)
    wrong = [first.entered or 0 for first, _ in _overtaken(rules, clues)]
    line = _taken_out_by_hand(clues)
    if not left or not wrong or min(wrong) < min(left) or not line:
        return None
    by_leaving = _even_is_right(rules, clues) or clues.service.number == 1
    return Sighting(line) if by_leaving else None


def first_come(rules: Rules, clues: Clues) -> Sighting | None:
    """Everybody gets in in order of arrival."""
    if not any(_overtaken(rules, clues)):
        return None
    queue = [s for s in rules.told(clues.served) if s.entered is not None and s.round == 0]
    arrived = sorted(queue, key=lambda s: s.turn)
    return Sighting() if _entering(queue) == [s.guest.number for s in arrived] else None


def upside_down(rules: Rules, clues: Clues) -> Sighting | None:
    """The other way round it would be in order: the least urgent is always next."""
    passed = [pair for pair in _overtaken(rules, clues) if _unequal(pair)]
    told = rules.told(clues.served)

    def upwards(story: Story, moment: int) -> int:
        return -story.guest.priority

    return Sighting() if passed and not any(overtaken(told, upwards)) else None


def ties_by_chance(rules: Rules, clues: Clues) -> Sighting | None:
    """Only equals are out of order."""
    passed = list(_overtaken(rules, clues))
    if not passed or any(_unequal(pair) for pair in passed):
        return None
    return Sighting()


def wrong_next(rules: Rules, clues: Clues) -> Sighting | None:
    """Somebody else than the most urgent was next."""
    return Sighting() if any(_overtaken(rules, clues)) else None


def locked_lies(rules: Rules, clues: Clues) -> Sighting | None:
    """`locked()` said what is not so, and all else is well."""
    if locked_is_true(rules, clues.served).passed or not clues.served.outcome.finished:
        return None
    if _lost(rules, clues) or _too_many(rules, clues.served) or _unserved(rules, clues):
        return None
    for node in clues.nodes:
        if isinstance(node, ast.FunctionDef) and node.name == "locked":
            return Sighting(node.lineno)
    return None


# --- what they look at ----------------------------------------------------------------------------


def _errors(clues: Clues, type_: str) -> list[Raised]:
    return [error for _, error in sorted(clues.served.errors.items()) if error.type == type_]


def _line(error: Raised) -> int:
    return error.frames[-1].line if error.frames else 0


def _handler(clues: Clues) -> int:
    """The first `except` of the source, or 0."""
    handlers = [node.lineno for node in clues.nodes if isinstance(node, ast.ExceptHandler)]
    return min(handlers, default=0)


def _handler_round_the_stay(clues: Clues) -> int:
    """The first `except` round a `yield`; if there is none, the first of the source, or 0."""
    round_it = [
        node.handlers[0].lineno
        for node in clues.nodes
        if isinstance(node, ast.Try)
        and node.handlers
        and any(isinstance(part, ast.Yield) for one in node.body for part in ast.walk(one))
    ]
    return min(round_it, default=_handler(clues))


def _taken_out_by_hand(clues: Clues) -> int:
    """The line at which something is taken out of a list, other than by heapq; or 0."""
    for node in clues.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("remove", "pop"):
                return node.lineno
        elif isinstance(node, ast.Delete):
            return node.lineno
    return 0


def _in_the_turn(story: Story, clues: Clues) -> bool:
    """Whether a guest was cancelled in the moment in which another one left."""
    ends = clues.ledger.of("delivered", "failed")
    return story.cut is not None and any(end.at == story.cut for end in ends)


def _left_waiting(rules: Rules, served: Served) -> list[Story]:
    """Who was cancelled, or gave up, before it got in."""
    told = rules.told(served)
    cut = [s for s in told if s.cut is not None and (s.entered is None or s.entered > s.cut)]
    return cut + [s for s in told if gave_up(served, s)]


def _departures(rules: Rules, clues: Clues) -> list[int]:
    """When they left it."""
    moments = map(_left_at, _left_waiting(rules, clues.served))
    return [moment for moment in moments if moment is not None]


def _out_by_error(rules: Rules, clues: Clues) -> list[Story]:
    """Who had a place, and left it by an error or a cancellation."""
    told = rules.told(clues.served)
    return [s for s in told if s.entered is not None and (s.guest.error or s.cut is not None)]


def _passed_over(rules: Rules, clues: Clues, gone: Story, until: int) -> bool:
    """Whether one got in who would have been behind a guest that had left the line by then."""
    out = _left_at(gone)
    assert out is not None
    for story in rules.told(clues.served):
        if story.entered is None or not out + GRACE < story.entered <= until:
            continue
        if _waited(story) and rules.rank(gone, until) < rules.rank(story, until):
            return True
        if not _waited(story) and rules.places(clues.service) == 1:
            return True  # the only place had come free, and gone to nobody
    return False


def _left_at(story: Story) -> int | None:
    return story.cut if story.cut is not None or story.ended is None else story.ended.at


def _too_many(rules: Rules, served: Served) -> bool:
    return served.ledger.peak > rules.places(served.service)


def _lost(rules: Rules, clues: Clues) -> bool:
    """Whether somebody waits for ever, or for long, for a place that nobody has."""
    return _lost_in(rules, clues.served)


def _lost_in(rules: Rules, served: Served) -> bool:
    if _too_many(rules, served):
        return False
    if served.outcome.end == "deadlock":
        return True
    return any(True for _ in idle_places(rules.told(served), rules.places(served.service)))


def _lost_plainly(rules: Rules, served: Served) -> bool:
    """Whether a place is missing where nobody left the line, was cancelled or raised anything."""
    if served.errors or any(s.cut is not None or s.guest.error for s in rules.told(served)):
        return False
    return _lost_in(rules, served)


def _unserved(rules: Rules, clues: Clues) -> bool:
    told = [s for s in rules.told(clues.served) if not gave_up(clues.served, s)]
    return any(s.entered is None and s.cut is None for s in told)


def _even_is_right(rules: Rules, clues: Clues) -> bool:
    """Whether in the first service, where nobody leaves, everybody is served in order."""
    even = clues.even
    if even is None or not even.outcome.finished:
        return False
    if any(s.call in even.errors and not gave_up(even, s) for s in rules.told(even)):
        return False
    return not any(overtaken(rules.told(even), rules.rank)) and (
        even.ledger.peak <= rules.places(even.service)
    )


def _overtaken(rules: Rules, clues: Clues) -> Iterator[Overtaken]:
    return overtaken(rules.told(clues.served), rules.rank)


def _waited(story: Story) -> bool:
    return story.came is not None and (story.entered or 0) > story.came + GRACE


def _unequal(pair: Overtaken) -> bool:
    return pair.first.guest.priority != pair.passed.guest.priority


def _entering(queue: list[Story]) -> list[int]:
    return [s.guest.number for s in sorted(queue, key=lambda s: (s.entered or 0, s.turn))]
