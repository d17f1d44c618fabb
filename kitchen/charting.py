"""What a service was, as a chart: its lanes, made from the ledger as each kind of stage needs it.

The ledger decides who called and when. A trace adds what no ledger knows: which cook or thread had
a call in hand, and who held a gate without calling.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from kitchen.calls import FOREVER, Delivery, asked_by, deliveries
from kitchen.case import Served
from kitchen.holding import Hold, holds
from kitchen.lanes import Chart, Lane, Mark, Sign, Span, painted
from kitchen.trace import Thread, Trace
from kitchen.world.ledger import Event, Ledger
from kitchen.world.script import Begin, Tell
from kitchen.world.wire import FIRST_STRAND, SECOND

_SHORTEST = SECOND // 100
"""Nanoseconds that a chart shows at least: 10 ms."""


class _Seen(NamedTuple):
    """All that lanes are made from."""

    served: Served
    trace: Trace
    calls: list[Delivery]
    holds: list[Hold]

    @property
    def ledger(self) -> Ledger:
        return self.served.ledger

    def begins(self) -> Iterator[tuple[int, int, Begin]]:
        """The calls of the script: number, round, and what is called."""
        number = 0
        for round, steps in enumerate(self.served.service.script):
            for step in steps:
                if isinstance(step, Begin):
                    yield number, round, step
                    number += 1


class _Drawn(NamedTuple):
    """What is drawn of a stage."""

    lanes: Iterable[Lane]
    limit: int
    workers: Iterable[Lane] = ()
    words: Mapping[str, str] = MappingProxyType({})


def chart(served: Served, trace: Trace, title: str = "") -> Chart:
    """The chart of one service. An empty trace leaves out what only the stove knows."""
    ledger, service = served.ledger, served.service
    calls = deliveries(ledger)
    seen = _Seen(served, trace, calls, holds(trace, ledger, calls))
    drawn = _STAGES.get(service.stage, _items)(seen)
    lanes, workers = tuple(drawn.lanes), tuple(drawn.workers)
    crowd = tuple(ledger.at_door())
    start = next((event.at for event in ledger if event.kind == "begun"), 0)
    looks = [event.at for event in ledger if event.kind == "looked"]
    stop = _stop(start, lanes, crowd, looks)
    return Chart(
        title if service.number == 1 else f"{title}, service {service.number}",
        service.title,
        tuple(_until(lane, stop) for lane in lanes),
        crowd,
        drawn.limit,
        start,
        stop,
        tuple(_until(lane, stop) for lane in workers),
        drawn.words,
    )


def chart_of(served: Served, title: str) -> Chart:
    """The chart of a service that was served with tracing."""
    return chart(served, Trace.read(served.notes), title)


def _stop(
    start: int, lanes: Sequence[Lane], crowd: Sequence[tuple[int, int]], looks: Sequence[int]
) -> int:
    """When the last thing ended or, if something never did, a little after the last sign of it."""
    moments = {at for lane in lanes for span in lane.spans for at in (span.start, span.stop)}
    moments |= {mark.at for lane in lanes for mark in lane.marks} | {at for at, _ in crowd}
    if FOREVER in moments:
        moments.update(looks)
    last = max((at for at in moments if at < FOREVER), default=start)
    lasts = last - start
    if FOREVER in moments:
        lasts += max(lasts // 4, _SHORTEST)
    return start + max(lasts, _SHORTEST)


def _until(lane: Lane, stop: int) -> Lane:
    """What never ended is drawn to the end of the chart, and said to be not over."""
    spans = tuple(span._replace(stop=min(span.stop, stop)) for span in lane.spans)
    if not lane.spans or lane.spans[-1].stop < FOREVER:
        return lane._replace(spans=spans)
    return lane._replace(spans=spans, marks=(*lane.marks, Mark(stop, "not over")))


# --- calls, threads and branches ------------------------------------------------------------------


def _lane(
    kind: str,
    name: object,
    base: Iterable[Span],
    calls: Sequence[Delivery],
    marks: Sequence[Mark] = (),
    priority: int | None = None,
) -> Lane:
    """A lane that waits and holds as in `base`, and makes these calls."""
    own = [_span(call) for call in calls]
    told = [mark for call in calls for mark in _marks(call)]
    ordered = tuple(sorted({*told, *marks}))
    return Lane(kind, _plain(name), painted([*base, *own]), ordered, priority)


def _span(call: Delivery) -> Span:
    return Span(call.asked, call.ended, "refused" if call.how == "sent away" else "calling")


def _marks(call: Delivery) -> Iterator[Mark]:
    if call.how == "failed":
        yield Mark(call.ended, "failed")
    elif call.how == "hung up":
        yield Mark(call.ended, "cut off")


def _plain(name: object) -> str:
    """A name that a stranger may have given, in letters that are one column wide."""
    text = str(name).encode("ascii", "backslashreplace").decode()
    return "".join(c if c.isprintable() else "?" for c in text)[:40]


def _items(seen: _Seen) -> _Drawn:
    """A lane for each item that the learner's function is given, or asks for of itself."""
    asked: defaultdict[tuple[int, str], list[Delivery]] = defaultdict(list)
    for call in seen.calls:
        asked[call.round, str(call.item)].append(call)
    given: dict[tuple[int, str], int] = {}  # (round, item) -> the call to which it was given
    for number, round, begin in seen.begins():
        lists = (argument for argument in begin.args if isinstance(argument, list))
        given.update({(round, str(item)): number for items in lists for item in items})
    lanes = (
        _item(seen, key, given.get(key), asked[key]) for key in dict.fromkeys([*given, *asked])
    )
    return _Drawn([lane for lane in lanes if lane], seen.served.service.conditions.limit)


def _item(
    seen: _Seen, key: tuple[int, str], number: int | None, calls: Sequence[Delivery]
) -> Lane | None:
    """It waits from the beginning until its last call; if nobody asked for it, to the end of all.

    None, where the call that it was for never began.
    """
    round, item = key
    came, end = None, None
    if number is not None:
        begun, end = seen.ledger.first("begun", number), seen.ledger.end_of(number)
        came = begun.at if begun else None
    if came is None:
        if not calls:
            return None
        came = calls[0].asked
    marks = []
    if calls:
        until = calls[-1].ended
    else:
        until = end.at if end else FOREVER
        marks = [Mark(until, "cut off")] if end else []
    held = [
        Span(hold.start, hold.stop, "holding")
        for hold in seen.holds
        if item in hold.items and any(hold.start <= call.asked < hold.stop for call in calls)
    ]
    kind = "crate" if seen.served.service.stage == "call" else "item"
    again = " again" if round else ""
    return _lane(kind, f"{item}{again}", [Span(came, until, "waiting"), *held], calls, marks)


def _threads(seen: _Seen) -> _Drawn:
    """A lane for each thread; for each item, where it isn't known which thread called."""
    notes = asked_by(seen.trace, seen.calls)
    if len(notes) < len(seen.calls) or not seen.ledger.count("started"):
        return _items(seen)
    callers: defaultdict[int, list[Delivery]] = defaultdict(list)
    for call in seen.calls:
        callers[notes[call.number].task].append(call)
    known = {note.task for note in seen.trace.notes if isinstance(note, Thread)}
    ends = {event.number: event.at for event in seen.ledger.of("finished")}
    lanes = [
        _thread(seen, started, ends.get(started.number, FOREVER), callers)
        for started in seen.ledger.of("started")
        if FIRST_STRAND + started.number in known
    ]
    by_itself = [call for task, calls in callers.items() if task not in known for call in calls]
    if by_itself:
        lanes.insert(0, _lane("caller", "", [], by_itself))
    return _Drawn(lanes, seen.served.service.conditions.limit)


def _thread(
    seen: _Seen, started: Event, end: int, callers: Mapping[int, Sequence[Delivery]]
) -> Lane:
    task = FIRST_STRAND + started.number
    base = [Span(started.at, end, "waiting")]
    base += [Span(hold.start, hold.stop, "holding") for hold in seen.holds if hold.task == task]
    return _lane("thread", started.number, base, callers.get(task, ()))


class _Actor(NamedTuple):
    """A process, or one of several threads in it: it does one thing after the other."""

    branch: int
    name: str
    numbers: tuple[int, ...]
    """Its calls."""
    items: tuple[str, ...]
    """What it asks for in them."""


def _actors(seen: _Seen) -> list[_Actor]:
    found: dict[str, _Actor] = {}
    for number, _, begin in seen.begins():
        if begin.stove >= seen.served.service.stoves or not begin.args:
            continue  # the last one keeps the books
        item = begin.args[-1]
        several = item if isinstance(item, list) else [item]
        for thread, one in enumerate(several, 1):
            name = f"{begin.stove + 1}" + (f" thread {thread}" if len(several) > 1 else "")
            actor = found.get(name, _Actor(begin.stove, name, (), ()))
            found[name] = actor._replace(
                numbers=(*actor.numbers, number), items=(*actor.items, str(one))
            )
    return sorted(found.values())


def _branch(seen: _Seen, actor: _Actor, base: Sequence[Span]) -> Lane:
    """What is known of a branch, until it is killed: its call ends then, and nobody cut it off."""
    mine = [event for event in seen.ledger if event.number == actor.branch]
    killed = min((event.at for event in mine if event.kind == "killed"), default=FOREVER)
    frozen = [
        Span(event.at, event.at + round(float(event.note.split()[0]) * SECOND), "frozen")
        for event in mine
        if event.kind == "frozen"
    ]
    own = [call for call in seen.calls if str(call.item) in actor.items]
    spans = [*base, *map(_span, own), *frozen]
    marks = [mark for call in own for mark in _marks(call) if mark.at != killed]
    if killed < FOREVER:
        spans = [span._replace(stop=min(span.stop, killed)) for span in spans]
        marks.append(Mark(killed, "killed"))
    return Lane("branch", actor.name, painted(spans), tuple(sorted(marks)))


def _branches(seen: _Seen) -> _Drawn:
    """A lane for each process. It waits whenever a call of it is begun, and nothing is asked."""
    lanes = [_branch(seen, actor, _begun(seen, actor)) for actor in _actors(seen)]
    return _Drawn(lanes, seen.served.service.conditions.limit)


def _begun(seen: _Seen, actor: _Actor) -> list[Span]:
    """A branch has one call after the other, however early they were begun."""
    spans, free = [], 0
    for number in actor.numbers:
        begun, end = seen.ledger.first("begun", number), seen.ledger.end_of(number)
        if begun is None:
            continue
        over = end.at if end else FOREVER
        spans.append(Span(max(begun.at, free), over, "waiting"))
        free = over
    return spans


def _door(seen: _Seen) -> _Drawn:
    """A lane for each branch: it comes, has the lock, stays, and gives it back."""
    moments = {(m.note, str(m.number)): m.at for m in reversed(seen.ledger.of("mark"))}
    lanes = [_branch(seen, actor, list(_visits(moments, actor))) for actor in _actors(seen)]
    words = {"calling": "inside", "holding": "has the lock"}
    return _Drawn([lane for lane in lanes if lane.spans or lane.marks], 1, words=words)


def _visits(moments: Mapping[tuple[str, str], int], actor: _Actor) -> Iterator[Span]:
    for visit in actor.items:
        came, inside = moments.get(("came", visit)), moments.get(("in", visit))
        if came is not None:
            yield Span(came, FOREVER if inside is None else inside, "waiting")
        if inside is not None:
            yield Span(inside, moments.get(("leaves", visit), FOREVER), "holding")


# --- guests, jobs and readers ---------------------------------------------------------------------


def _gate(seen: _Seen) -> _Drawn:
    """A lane for each guest; the visits of one who comes again follow one another in it."""
    came = {m.number: m.at for m in reversed(seen.ledger.marks("came"))}
    late = {m.number: m.at for m in reversed(seen.ledger.marks("late"))}
    calls = {call.item: call for call in reversed(seen.calls)}
    last = len(seen.served.service.script) - 1
    lanes = []
    for number, round, begin in seen.begins():
        if begin.function != "guest":
            continue
        first, visits, _, _, _, priority, *_ = begin.args
        end = seen.ledger.end_of(number)
        base, marks, own = [], [], []
        for visit in visits:
            if visit not in came:
                continue
            call = calls.get(visit)
            over = end.at if end else FOREVER
            gone = call.asked if call else late.get(visit, over)
            base.append(Span(came[visit], gone, "waiting"))
            if call:
                own.append(call)
            elif gone < FOREVER:
                # Without a place: an error told it so, or it was cancelled.
                cut = end is not None and gone == end.at and end.kind == "cancelled"
                marks.append(Mark(gone, "cut off" if cut else "failed"))
        if base:
            # Those of the last round only show whether all places are there: they are no class.
            rank = None if round == last else priority
            lanes.append(_lane("guest", first, base, own, marks, rank))
    words = {"calling": "inside", "failed": "gave up, or an error"}
    return _Drawn(lanes, seen.served.service.given[0], words=words)


def _line(seen: _Seen) -> _Drawn:
    """A lane for each order or job, from its coming to its last dish; and one for each cook."""
    begin = next(begin for _, _, begin in seen.begins())
    return _jobs(seen, begin.args[-1])


def _dispatcher(seen: _Seen) -> _Drawn:
    """The same; both numbers of a dispatcher say how many are cooked at once."""
    begin = next(begin for _, _, begin in seen.begins())
    workers, limit = begin.args[1:3]
    return _jobs(seen, min(workers, limit))


def _jobs(seen: _Seen, limit: int) -> _Drawn:
    told = {
        (step.what, step.number): step.args
        for round in seen.served.service.script
        for step in round
        if isinstance(step, Tell)
    }
    over = {
        event.number: event.at
        for event in reversed(seen.ledger.of("mark"))
        if event.note not in ("read", "submitted")
    }
    lanes = []
    for came in seen.ledger.of("told"):
        if came.note not in ("order", "job", "submit"):
            continue
        args = told[came.note, came.number]
        priority = None if came.note == "job" else args[0]
        kind = "order" if came.note == "order" else "job"
        lanes.append(_job(seen, kind, came, over.get(came.number), priority))
    words = {"calling": "is cooked", "waiting": "waits in line"}
    return _Drawn(lanes, limit, _cooks(seen, limit), words)


def _job(seen: _Seen, kind: str, came: Event, told: int | None, priority: int | None) -> Lane:
    """It waits until its last dish; one that failed or was never begun, until it was told of."""
    own = [call for call in seen.calls if call.item == came.number]
    done = bool(own) and own[-1].how != "failed"
    ended = own[-1].ended if own else came.at
    over = ended if done else _end_of_all(seen) if told is None else max(told, ended)
    cut = over < FOREVER and not done and over > ended
    marks = [Mark(over, "cut off")] if cut or (not own and over < FOREVER) else []
    return _lane(kind, came.number, [Span(came.at, over, "waiting")], own, marks, priority)


def _end_of_all(seen: _Seen) -> int:
    """When nobody waited any longer, whatever had become of him."""
    end = seen.ledger.end_of(0)
    return end.at if end else FOREVER


def _cooks(seen: _Seen, most: int) -> list[Lane]:
    """A lane for each cook. None, if more tasks than there may be cooks had a dish in hand."""
    notes = asked_by(seen.trace, seen.calls)
    hands = {number: note.made_by for number, note in notes.items()}
    if len(set(hands.values())) > most:  # `wait_for` makes a task of each dish, before Python 3.12
        maker = seen.trace.maker
        hands = {n: maker[task].parent if task in maker else task for n, task in hands.items()}
    cooks = list(dict.fromkeys(hands.values()))
    if len(cooks) > most:
        return []
    return [
        _lane("cook", place, [], [c for c in seen.calls if hands.get(c.number) == cook])
        for place, cook in enumerate(cooks, 1)
    ]


def _stock(seen: _Seen) -> _Drawn:
    """A lane for each reader and writer, and one for each call of the office."""
    gave = {mark.number: str(mark.item) for mark in seen.ledger.marks("reading")}
    lanes = []
    for number, _, begin in seen.begins():
        begun, end = seen.ledger.first("begun", number), seen.ledger.end_of(number)
        if begun is None:
            continue
        over = end.at if end else FOREVER
        sign: Sign | None = None
        if end is not None and end.kind != "returned":
            sign = "cut off" if end.kind == "cancelled" else "failed"
        elif number in gave:
            sign = "stale" if gave[number].endswith(" 1") else "fresh"
        marks = [Mark(over, sign)] if sign else []
        kind = "reader" if begin.function == "read" else "writer"
        lanes.append(_lane(kind, number, [Span(begun.at, over, "waiting")], [], marks))
    for call in seen.calls:
        kind, _, name = str(call.item).partition(" ")
        known = kind if kind in ("fetch", "store") else "call"
        lanes.append(_lane(known, name or kind, [], [call]))
    return _Drawn(lanes, seen.served.service.conditions.limit, words={"calling": "asks the office"})


_STAGES: Mapping[str, Callable[[_Seen], _Drawn]] = {
    "call": _items,
    "threads": _threads,
    "line": _line,
    "dispatcher": _dispatcher,
    "gate": _gate,
    "stock": _stock,
    "branch": _branches,
    "door": _door,
}
"""What is drawn of each stage; of any other, its items."""
