"""The world of one service: its clock, its turns, and who is told what.

One strand of control runs at a time. A stove has the turn until it says what it waits for; then
the world picks among those that are ready, by the service's seed. When none is ready the clock
jumps to the next due moment. When nothing is due either, everything is at rest: the script goes
on, or it is over, or somebody waits for what will never come.

The world speaks in messages and never touches a socket: `hear` takes what a stove sent, `out`
holds what is to be sent. So it can be tested by hand, one message at a time.
"""

import heapq
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from kitchen.world import chance, testimony
from kitchen.world.ledger import Event, Item, Kind, Ledger
from kitchen.world.order import Order, Turns
from kitchen.world.outcome import Outcome, Raised, Waiting
from kitchen.world.script import (
    Answer,
    Cancel,
    Fork,
    Script,
    Step,
    Stop,
    StopBefore,
    Tell,
    TheOffice,
    TheSupplier,
)
from kitchen.world.supplier import Conditions, Delivery, Supplier
from kitchen.world.wire import SECOND, Malformed

PATIENCE = 120 * SECOND
"""Virtual time of a round, after which what goes on and on is ended, or left behind."""

_PATIENT = f"{PATIENCE // SECOND} s"

IDLE_TURNS = 5_000
"""Turns in a row in which nothing happened at the supplier's door, before it is called spinning."""

IDLE_LOOKS, IDLE_TIME = 200, 2 * SECOND
"""The same among several stoves: turns, and the time that they take. A lease may have to run out
before something happens."""

MOST_MARKS = 100_000
"""Marks of one service's stages."""

MOST_BLOCKS = 100_000
"""Blocking calls of one service, as its stoves tell them."""

MOST_STRANDS = 100_000
"""Beginnings and ends of threads in one service."""

MOST_MODULES = 2_000
"""Modules that an attempt may bring in; its stove tells of half as many."""

MOST_NOTES = 25_000
"""Notes of evidence that a stove may send in one service."""

_ANSWERS: Mapping[str, Kind] = {
    "crate": "delivered",
    "spoiled": "failed",
    "busy": "sent away",
    "closed": "sent away",
}


def _stands_for(argument: Any) -> Any:
    """An argument of a call as it travels: some things are in the stove already."""
    if isinstance(argument, TheSupplier):
        return {"$": "supplier"}
    return {"$": "office"} if isinstance(argument, TheOffice) else argument


class Line:
    """The world's end of the line to one stove."""

    __slots__ = (
        "births",
        "deliveries",
        "events",
        "frozen",
        "horizon",
        "looks_at",
        "number",
        "report",
        "setup",
        "state",
        "until",
        "wants",
        "writes",
    )

    def __init__(self, number: int, setup: Any) -> None:
        self.number = number
        self.setup = setup  # the first message, sent with the first turn
        self.state: Literal["unborn", "new", "turn", "waiting", "dying", "gone"] = "new"
        self.frozen = 0  # the moment until which it gets no turn
        self.births: set[int] = set()  # stoves that it was told to fork into
        self.looks_at = 0  # the learner's line that last had to do with the office
        self.wants = ""  # the store that it waits to write to
        self.writes = ""  # the store that nobody else can write to meanwhile
        self.until: int | None = None  # when it wants its turn back at the latest
        self.horizon: int | None = None  # how far it may run its own clock in this turn
        self.events: list[Any] = []  # what it is told with its next turn
        self.deliveries: dict[int, Delivery] = {}  # its open calls, by its own numbers
        self.report: tuple[Waiting, ...] | None = None  # what it said at this rest, if asked


class World:
    """Clock, supplier, script and turns of one service.

    `linger`: seconds after the last call's end in which the service comes to its end, even if
    something still goes on. `real_clock` gives nanoseconds since the service began; without it time
    is virtual. On the real clock `wake_at` says when `tick` must be called.
    """

    def __init__(
        self,
        conditions: Conditions,
        script: Script,
        *,
        seed: int,
        most_asks: int = 100_000,
        traced: bool = False,
        linger: float | None = None,
        orders: tuple[Turns, ...] = (),
        stops: tuple[StopBefore, ...] = (),
        real_clock: Callable[[], int] | None = None,
    ) -> None:
        self.ledger = Ledger()
        self.doomed: list[int] = []  # stoves whose process is to be killed
        self.born: list[tuple[int, int, int]] = []  # by a fork: stove, its parent, its process
        self.out: deque[tuple[int, Any]] = deque()
        self.outcome: Outcome | None = None
        self.wake_at: int | None = None
        self.errors: dict[int, Raised] = {}  # what the learner's function raised, by call
        self.left: dict[int, tuple[Waiting, ...]] = {}  # who still waited at the end of a round
        self.notes: list[tuple[str, Any]] = []  # evidence, in order, as the stoves tell it
        self.imported: set[str] = set()  # modules that the learner's code brought into its stove
        self.now = 0
        self.heard = False
        """Whether any stove has said anything yet."""
        self._linger = linger
        self._ends_at: int | None = None  # the service, whatever still goes on
        self._real_clock = real_clock
        self._seed = seed
        self._supplier = Supplier(conditions, seed)
        self._lines: dict[int, Line] = {}
        self._owner: dict[int, tuple[Line, int]] = {}  # delivery -> its line and number there
        self._script = script
        self._round = 0
        self._calls = 0  # calls of the learner's function that were made so far
        self._open: set[int] = set()  # those that have not come to their end
        self._caller: dict[int, Line] = {}  # call -> the stove it was made in
        self._steps: list[tuple[int, int, Step]] = []  # what this round still has to do
        self._order = Order(orders)
        self._stops = {(stop.stove, stop.operation): stop for stop in stops}
        self._mark = chance.number(seed, "mark")
        self._asks = 0
        self._most_asks = most_asks
        self._traced = traced
        self._idle = 0  # turns since anything was asked, answered or ended
        self._marks = 0
        self._strands = 0  # threads that began or ended
        self._blocks = 0  # times a stove stopped its loop
        self.blocked = ""  # 'blocking', if stoves stop their loop to wait
        self.blocked_at = 0  # the line of the learner's file that last did
        self._ending: Outcome | None = None
        self._began = 0  # when this round did
        self._moved = 0  # when anything was last asked, answered or ended

    # --- what the engine calls -------------------------------------------------------------

    def join(self, number: int, setup: Any, *, unborn: bool = False) -> None:
        """A stove that is about to start, or (`unborn`) that another one forks into; `setup` is its
        first message."""
        self._lines[number] = line = Line(number, setup)
        if unborn:
            line.state = "unborn"

    def start(self) -> None:
        """Give the first turn. Call it once, when all stoves have joined."""
        if len(self._lines) == 1:
            self._stage_round()
        self._order.begin(0, self._lines)
        self._next_turn()

    def hear(self, number: int, frame: Any) -> None:
        """A stove gives up its turn. Raises Malformed when it sent what no stove sends."""
        self.heard = True
        line = self._lines[number]
        if line.state != "turn":
            if self.outcome is not None:
                return  # what it says after the end is nobody's concern
            raise Malformed("a stove spoke out of turn")
        now, until, said = testimony.several(frame, 3)
        line.until = None if until is None else testimony.whole(until)
        self._pass_time(line, testimony.whole(now))
        line.state = "waiting"
        self._order.to_the_back(number)
        self._idle += 1
        for message in testimony.several(said):
            self._take(line, message)
        self._next_turn()

    def lost(self, number: int, outcome: Outcome) -> bool:
        """A stove is gone. `outcome` says how, if that wasn't the service's own end. Returns
        whether the service goes on without it."""
        line = self._lines[number]
        if line.state == "gone":
            return True
        meant = line.state == "dying"
        line.state, line.writes = "gone", ""
        for child in line.births:
            self._lines[child].state = "gone"
        for delivery in line.deliveries.values():
            self._supplier.leave(delivery)
            self._write("hung up", delivery.number, delivery.item)
        line.deliveries.clear()
        if meant:
            self._open -= {call for call, caller in self._caller.items() if caller is line}
        elif self._ending is None:
            self._ending = outcome
        self._finish_or(self._next_turn)
        return meant

    def _stop(self, line: Line, seconds: float) -> None:
        """The script stops a stove that waits for its turn: for a while, or for good (0)."""
        if line.state != "waiting":
            return
        if seconds:
            self._freeze(line, seconds)
        else:
            # Until its process is really gone nobody gets a turn: it may hold a lock of the store.
            self._write("killed", line.number)
            line.state = "dying"
            self.doomed.append(line.number)

    def tick(self) -> None:
        """On the real clock: the moment `wake_at` has come."""
        self._next_turn()

    def end(self, outcome: Outcome) -> None:
        """The engine ends the service: a stove kept its turn, or sent nonsense."""
        for line in self._lines.values():
            line.state = "gone"
        self.outcome = outcome

    @property
    def speaker(self) -> int | None:
        """The stove that has the turn, or None."""
        return next((number for number in self._lines if self.has_turn(number)), None)

    def has_turn(self, number: int) -> bool:
        """Whether this stove has the turn; on the real clock several may."""
        return self._lines[number].state == "turn"

    # --- time --------------------------------------------------------------------------------

    def _pass_time(self, line: Line, claimed: int) -> None:
        """A stove ran until `claimed`. It can't go back, nor past what is due."""
        if self._real_clock is not None:
            self.now = max(self.now, self._real_clock())
            self._fire_due()
            return
        now = max(self.now, claimed)
        if line.horizon is not None:
            now = min(now, line.horizon)
        self.now = now

    def _due(self, but: Line | None = None) -> int | None:
        """The next moment at which something happens by itself, stoves' own clocks included.

        `but`: a stove whose clock doesn't count.
        """
        due = self._supplier.due
        if self._steps and (due is None or self._steps[0][0] < due):
            due = self._steps[0][0]
        for line in self._lines.values():
            if line.state != "waiting" or line is but:
                continue
            until = line.until
            if line.frozen > self.now:
                until = line.frozen if line.events or line.wants else until
                until = until if until is None else max(until, line.frozen)
            if until is not None:
                due = until if due is None or until < due else due
        if self._ends_at is not None and due is not None:
            due = min(due, max(self._ends_at, self.now))
        return due

    def _fire_due(self) -> None:
        """Do everything that is due by now, each at its own moment."""
        now = self.now
        while True:
            step = self._steps[0][0] if self._steps and self._steps[0][0] <= now else None
            delivery = self._supplier.answer(now if step is None else step - 1)
            if delivery is not None:
                self.now = delivery.due
                self._answer(delivery)
            elif step is not None:
                self.now = step
                self._act(heapq.heappop(self._steps)[2])
            else:
                break
        self.now = now

    # --- turns -------------------------------------------------------------------------------

    def _next_turn(self) -> None:
        self.wake_at = None
        if self._goes_round() and self._real_clock is None:
            self._idle = 0
            if self._is_over():
                self._end_round((Waiting("something", self.blocked_at, "goes on and on"),))
            elif len(self._lines) > 1:
                self._close(Outcome("deadlock", "looks", waiting=tuple(self._who_looks())))
            else:
                self._close(Outcome("spinning", self.blocked, self.blocked_at))
        while self.outcome is None:
            self._fire_due()
            if self.doomed:
                return  # the end of their processes will be told
            if len(self._lines) > 1 and self._starts():
                return
            if self._ends_at is not None and self.now >= self._ends_at:
                self._ends_at = None
                self._close(Outcome("finished"))
            ready = [line for line in self._lines.values() if self._is_ready(line)]
            if ready:
                if self._real_clock is not None:
                    for line in ready:  # there are no turns where time is real
                        self._give_turn(line, others=0)
                    return
                number, late = self._order.choose([line.number for line in ready])
                if late is not None:
                    self._be_late(self._lines[late])
                self._give_turn(self._lines[number], others=len(ready) - 1)
                return
            due = self._due()
            if due is None and self.speaker is not None:
                return  # where time is real others go on meanwhile
            if due is None:
                self._rest()
            elif self._real_clock is not None and due > self.now:
                self.now = max(self.now, self._real_clock())
                if due > self.now:
                    self.wake_at = due
                    return
            elif due > self._began + PATIENCE and self._is_over():
                self._end_round((Waiting("something", 0, f"goes on for {_PATIENT}"),))
            elif due > self._began + PATIENCE:
                self._close(Outcome("endless", f"still at it after {_PATIENT}"))
            else:
                self.now = max(self.now, due)

    def _goes_round(self) -> bool:
        """Whether turns go by and nothing happens."""
        if len(self._lines) == 1:
            return self._idle > IDLE_TURNS
        if self._steps or self._supplier.due is not None:
            return False  # something will happen
        return self._idle > IDLE_LOOKS and self.now > self._moved + IDLE_TIME

    def _starts(self) -> bool:
        """Whether one of many stoves is still to start. The first round begins when none is."""
        new = next((line for line in self._lines.values() if line.state == "new"), None)
        if new is not None:
            self._give_turn(new, others=0)
            return True
        if not self._calls and not self._steps and self._round == 0:
            self._stage_round()
            self._fire_due()
        return False

    def _be_late(self, line: Line) -> None:
        """The order of turns has a stove be late."""
        seconds = self._order.turns.seconds
        if seconds:
            self._freeze(line, seconds)

    def _freeze(self, line: Line, seconds: float) -> None:
        """For so long a stove gets no turn, and everybody else does."""
        self._write("frozen", line.number, None, f"{seconds:g} s")
        line.frozen = self.now + round(seconds * SECOND)

    def _who_looks(self) -> Iterator[Waiting]:
        """Stoves that look at the office again and again, in calls that don't come to an end."""
        for number in sorted({self._caller[call].number for call in self._open}):
            line = self._lines[number]
            if line.state == "waiting" or line.state == "turn":
                yield Waiting(f"branch {number + 1}", line.looks_at, "looks again and again")

    def _is_ready(self, line: Line) -> bool:
        if line.state == "new":
            return True
        if line.state != "waiting" or line.frozen > self.now:
            return False
        if line.events or (line.until is not None and line.until <= self.now):
            return True
        return bool(line.wants) and all(one.writes != line.wants for one in self._lines.values())

    def _give_turn(self, line: Line, others: int) -> None:
        if line.state == "new":
            self.out.append((line.number, line.setup))
        line.state = "turn"
        line.until = None
        if line.events != [["report"]]:
            line.wants = ""
        line.horizon = self.now if others else self._due(but=line)
        turn = [self.now, line.horizon, line.events]
        if len(self._lines) > 1:
            turn += [self._order.free, bool(self._order.turns.seconds)]
        self.out.append((line.number, turn))
        line.events = []

    # --- the script ----------------------------------------------------------------------------

    def _stage_round(self) -> None:
        """Put the steps of the current round on the clock."""
        self._began = self.now
        self._order.begin(self._round, self._lines)
        for order, step in enumerate(self._script[self._round]):
            heapq.heappush(self._steps, (self.now + round(step.at * SECOND), order, step))

    def _act(self, step: Step) -> None:
        if isinstance(step, Cancel):
            if step.call in self._open:
                self._write("cut", step.call)
                self._caller[step.call].events.append(["cancel", step.call])
            return
        if isinstance(step, Answer):
            self._supplier.settle(self.now, step.item)
            while (delivery := self._supplier.answer(self.now)) is not None:
                self._answer(delivery)
            return
        if isinstance(step, Tell):
            self._write("told", step.number, note=step.what)
            line = self._lines[0]
            line.events.append(["tell", step.what, step.number, list(step.args)])
            return
        if isinstance(step, Stop):
            self._stop(self._lines[step.stove], step.seconds)
            return
        line = self._lines[step.stove]
        if isinstance(step, Fork):
            if line.state in ("dying", "gone"):
                self._lines[step.child].state = "gone"
            else:
                line.births.add(step.child)
                line.events.append(["fork", step.child])
            return
        call = self._calls
        self._calls += 1
        if line.state in ("dying", "gone"):
            return
        self._open.add(call)
        self._caller[call] = line
        self._write("begun", call, note=step.function)
        line.events.append(["begin", call, step.function, [_stands_for(a) for a in step.args]])

    def _rest(self) -> None:
        """Nothing ready, nothing due: ask who waits for what, then go on, or end."""
        silent = [line for line in self._lines.values() if line.state == "waiting"]
        if len(self._lines) > 1:  # of many stoves only those that have something to do are asked
            busy = {id(self._caller[call]) for call in self._open}
            silent = [line for line in silent if id(line) in busy]
        unasked = [line for line in silent if line.report is None]
        if unasked:
            for line in unasked:
                line.report = ()
                line.events.append(["report"])
            return
        stuck = tuple(waiting for line in silent for waiting in line.report or ())
        for line in silent:
            line.report = None
        if self._open:
            self._close(Outcome("deadlock", waiting=stuck))
            return
        self._end_round(stuck)

    def _is_over(self) -> bool:
        """Whether all calls of this round are over: what still goes on is left behind."""
        return not self._open and not self._steps

    def _end_round(self, waiting: tuple[Waiting, ...]) -> None:
        """The calls of this round are over; `waiting` are left behind. The script goes on."""
        self._write("rest", len(waiting))
        self.left.setdefault(self._round, waiting)
        if self._round + 1 < len(self._script):
            self._round += 1
            self._stage_round()
        else:
            self._close(Outcome("finished"))

    def _close(self, outcome: Outcome) -> None:
        """The service is over: let the stoves say their last words."""
        if self._ending is not None:
            self.outcome = self._ending
            return
        self._ending = outcome
        for line in self._lines.values():
            line.events, line.frozen = [["end"]], 0
            if line.state == "unborn":
                line.state = "gone"
        self._finish_or(lambda: None)

    def _finish_or(self, go_on: Callable[[], None]) -> None:
        if self._ending and all(line.state == "gone" for line in self._lines.values()):
            self.outcome = self._ending
        else:
            go_on()

    # --- what stoves say --------------------------------------------------------------------------

    def _take(self, line: Line, message: Any) -> None:
        kind = message[0] if type(message) is list and message else None
        taker = self._TAKERS.get(kind) if type(kind) is str else None
        if taker is None:
            raise Malformed("a message of no known kind")
        taker(self, line, message)

    def _take_ask(self, line: Line, said: list[Any]) -> None:
        _, number, item = testimony.several(said, 3)
        number, item = testimony.whole(number), testimony.item(item)
        if number in line.deliveries:
            raise Malformed("two deliveries under one number")
        self._asks += 1
        if self._asks > self._most_asks:
            if self._ending is None:
                often, times = self.ledger.times("asked").most_common(1)[0]
                text = f"asked {self._most_asks} times, {times} of them for crate {often},"
                self._close(Outcome("flood", text))
            return
        self._write("asked", self._asks, item)
        delivery = self._supplier.ask(self.now, self._asks, item)
        if delivery.outcome in ("busy", "closed"):
            self._write("refused", self._asks, item, delivery.outcome)
        line.deliveries[number] = delivery
        self._owner[delivery.number] = (line, number)

    def _take_hang_up(self, line: Line, said: list[Any]) -> None:
        _, number = testimony.several(said, 2)
        delivery = line.deliveries.pop(testimony.whole(number), None)
        if delivery is None:
            return  # the answer was already on its way
        del self._owner[delivery.number]
        self._supplier.leave(delivery)
        self._write("hung up", delivery.number, delivery.item)

    def _answer(self, delivery: Delivery) -> None:
        line, number = self._owner.pop(delivery.number)
        del line.deliveries[number]
        answer = [delivery.outcome, number]
        note, conditions = "", self._supplier.conditions
        if delivery.outcome == "crate":
            # The stamp on a crate: what only the world can know.
            answer.append(f"{chance.number(self._mark, delivery.item):016x}")
        if delivery.outcome == "crate" and conditions.kinds:
            kind = conditions.kind(self._seed, delivery.item)
            weight = conditions.weight(self._seed, delivery.item)
            answer += [kind, weight]
            note = f"{weight} kg of {kind}"
        self._write(_ANSWERS[delivery.outcome], delivery.number, delivery.item, note)
        line.events.append(answer)

    def _take_done(self, line: Line, said: list[Any]) -> None:
        _, call, how, what = testimony.several(said, 4)
        call = testimony.whole(call)
        if call not in self._open:
            raise Malformed("the end of a call that isn't open")
        if how == "returned":
            self._write("returned", call)
        elif how == "cancelled":
            self._write("cancelled", call)
        elif how == "raised":
            self.errors[call] = testimony.raised(what)
            self._write("raised", call, note=self.errors[call].type)
        else:
            raise Malformed("an end of no known kind")
        self._open.discard(call)
        last = self._round == len(self._script) - 1 and not self._open
        if last and self._linger is not None:
            self._ends_at = self.now + round(self._linger * SECOND)

    def _take_mark(self, line: Line, said: list[Any]) -> None:
        _, what, number, value = testimony.several(said, 4)
        self._marks += 1
        if self._marks > MOST_MARKS:
            raise Malformed("more marks than anybody could make")
        item = None if value is None else testimony.item(value)
        self._write("mark", testimony.whole(number), item, testimony.name(what))

    def _take_report(self, line: Line, said: list[Any]) -> None:
        _, who = testimony.several(said, 2)
        line.report = testimony.waiting(who)

    def _take_blocked(self, line: Line, said: list[Any]) -> None:
        _, nanoseconds, at = testimony.several(said, 3)
        at = testimony.whole(at)
        self._blocks += 1
        if self._blocks > MOST_BLOCKS:
            raise Malformed("blocked more often than anybody could be")
        self.blocked, self.blocked_at = "blocking", at
        self.ledger.events.append(
            Event(self.now, "blocked", self._round, at, None, str(testimony.whole(nanoseconds)))
        )

    def _take_strand(self, line: Line, said: list[Any]) -> None:
        _, number, what, name = testimony.several(said, 4)
        self._strands += 1
        if self._strands > MOST_STRANDS or what not in ("started", "finished"):
            raise Malformed("a thread that nobody could have started")
        self._write(what, testimony.whole(number), None, testimony.text(name))

    def _take_office(self, line: Line, said: list[Any]) -> None:
        """Operations on the office since the last turn: how many, at how many of them another
        could have gone on, and how many were made without a pause."""
        _, *counts = testimony.several(said, 5)
        operations, points, streak, line.looks_at = map(testimony.whole, counts)
        if min(operations, points, streak) < 0:
            raise Malformed("less than no operation")
        if self._order.pass_points(points):
            self._be_late(line)
        self.ledger.events.append(
            Event(self.now, "looked", self._round, line.number, operations, str(streak))
        )

    def _take_before(self, line: Line, said: list[Any]) -> None:
        operation = testimony.whole(testimony.several(said, 2)[1])
        stop = self._stops.pop((line.number, operation), None)
        if stop is not None:
            self._stop(line, stop.seconds)

    def _take_writes(self, line: Line, said: list[Any]) -> None:
        line.writes = testimony.text(testimony.several(said, 2)[1])

    def _take_wants(self, line: Line, said: list[Any]) -> None:
        line.wants = testimony.text(testimony.several(said, 2)[1])

    def _take_forked(self, line: Line, said: list[Any]) -> None:
        child, process = map(testimony.whole, testimony.several(said, 3)[1:])
        if child not in line.births:
            raise Malformed("a child that nobody asked for")
        line.births.discard(child)
        if self._lines[child].state != "unborn":
            return  # the service has ended meanwhile
        self._lines[child].state = "new"
        self.born.append((child, line.number, process))
        self._write("forked", line.number, child)

    def _take_imported(self, line: Line, said: list[Any]) -> None:
        _, names = testimony.several(said, 2)
        if len(self.imported) + len(testimony.several(names)) > MOST_MODULES:
            raise Malformed("more modules than there are")
        self.imported.update(map(testimony.name, names))

    def _take_note(self, line: Line, said: list[Any]) -> None:
        _, kind, what = testimony.several(said, 3)
        if not self._traced:
            raise Malformed("evidence that nobody asked for")
        if len(self.notes) < MOST_NOTES:
            self.notes.append((testimony.text(kind), testimony.note(what)))

    def _take_spinning(self, line: Line, said: list[Any]) -> None:
        _, who = testimony.several(said, 2)
        waiting = testimony.waiting(who)
        if self._is_over():
            self._end_round(waiting or (Waiting("something", 0, "goes on and on"),))
        else:
            self._close(Outcome("spinning", waiting=waiting))

    def _take_exited(self, line: Line, said: list[Any]) -> None:
        _, code, at = testimony.several(said, 3)
        line.state = "gone"
        self._ending = Outcome("exited", testimony.text(code), testimony.whole(at))
        self._finish_or(lambda: None)

    def _take_fault(self, line: Line, said: list[Any]) -> None:
        _, what, at, source = testimony.several(said, 4)
        self._last_words(
            line,
            Outcome(
                "fault", testimony.text(what), testimony.whole(at), source=testimony.text(source)
            ),
        )

    def _take_crashed(self, line: Line, said: list[Any]) -> None:
        _, error, started = testimony.several(said, 3)
        raised = testimony.raised(error)
        at = raised.frames[-1].line if raised.frames else 0
        when = "in the loop" if started else "at import"
        self._last_words(line, Outcome("crashed", when, at, raised))

    def _take_gone(self, line: Line, said: list[Any]) -> None:
        testimony.several(said, 1)
        if self._ending is None:
            raise Malformed("a stove left before the end")
        self._last_words(line, self._ending)

    def _last_words(self, line: Line, outcome: Outcome) -> None:
        line.state = "gone"
        if self._ending is None:
            self._ending = outcome
        self._finish_or(lambda: None)

    _TAKERS: Mapping[str, Callable[["World", Line, list[Any]], None]] = {
        "ask": _take_ask,
        "hang up": _take_hang_up,
        "done": _take_done,
        "mark": _take_mark,
        "report": _take_report,
        "blocked": _take_blocked,
        "strand": _take_strand,
        "office": _take_office,
        "before": _take_before,
        "writes": _take_writes,
        "wants": _take_wants,
        "forked": _take_forked,
        "imported": _take_imported,
        "note": _take_note,
        "spinning": _take_spinning,
        "exited": _take_exited,
        "fault": _take_fault,
        "crashed": _take_crashed,
        "gone": _take_gone,
    }

    def _write(self, kind: Kind, number: int, item: Item | None = None, note: str = "") -> None:
        """Something happened: write it down."""
        self._idle, self._moved = 0, self.now
        for line in self._lines.values():
            line.report = None  # whatever was said at the last rest, things have moved since
        self.ledger.events.append(Event(self.now, kind, self._round, number, item, note))
