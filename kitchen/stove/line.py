"""The stove's end of the line to the world, and with it the stove's clock.

Messages keep the order of calls. They travel together when the stove gives up its turn, which it
does in one place only: `_exchange`. Until the horizon that the world set with this turn, the stove
runs its own clock: each pass of the event loop costs a few microseconds, and sleeping costs
nothing but the time slept.
"""

import os
import socket
from collections.abc import Callable
from time import monotonic_ns as _real_ns
from typing import Any

from kitchen.stove.birth import fork
from kitchen.stove.strands import Blocked, Floor, Strand, never
from kitchen.world.wire import SECOND, Unpacker, pack

PASS = 5_000
"""Nanoseconds that one pass of the loop costs. Not zero: on a perfectly still clock a token bucket
that waits for the last 1e-17 s would wait for ever."""

FREE_PASSES = 32
"""Passes in a row without a message, a reply or a sleep that cost no more than PASS. After them the
price doubles from pass to pass, up to the next due moment: so a fix that polls with `sleep(0)` is
slow only on paper."""

DEAREST_PASS = SECOND // 100

DOUBLINGS = 12

FREE_RUNS, RUN_DOUBLINGS = 16, 9
"""The same for long runs without any wait, of all strands together."""

LONG_RUN = 12
"""Passes that such a run counts for, where passes are counted that lead to nothing."""

SHORTEST_SLEEP = SECOND // 2000

QUIET_PASSES = 5_000
"""Passes in a row without a message or a reply before the stove calls itself spinning. Who sleeps
between its looks isn't, while something is due: that may be long after."""

HEARTBEAT = 16
"""Passes in a row that the stove makes by itself. Then it takes a turn, so that the judge can tell
long polling from code that keeps its turn."""

FREE_READINGS = 20_000
"""Looks at the clock within one pass that cost nothing; each further one costs a millisecond."""

Events = list[Any]


class Line:
    """Messages out, events in, and the time of day, for all strands of the stove."""

    def __init__(self, connection: socket.socket, floor: Floor) -> None:
        self._floor = floor
        floor.line = self
        self._askers: dict[
            int, Strand
        ] = {}  # deliveries that other strands than the main one await
        self.stops_loop = True
        """Whether the main strand runs the script's event loop, so that blocking it stops that."""
        self._socket = connection
        self._unpacker = Unpacker()
        self._inbox: list[Any] = []  # messages received and not yet read
        self._said: list[Any] = []  # messages of this turn, not yet sent
        self._notes: list[Any] = []  # evidence: travels with the next turn, and gives up none
        self._now = 0
        self._horizon: int | None = 0
        self._real = False
        self._stamp = 0  # real clock: when the world last told us the time
        self._quiet = 0  # passes since a message or a reply
        self._long_runs = 0  # since then, of all strands
        self._readings = 0  # looks at the clock in this pass
        self.own_due: Callable[[], int | None] = lambda: None  # the loop's next timer
        self.who_waits: Callable[[], list[Any]] = list  # the tasks
        self.before_end: Callable[[], None] = lambda: None
        self.current_line: Callable[[], int] = lambda: 0  # of the attempt, in this strand
        self.unborn: dict[int, int] = {}
        """Stoves that this one will fork into: the descriptors of their lines."""
        self.on_birth: Callable[[], None] = lambda: None
        """What such a child does, whose line this is now. It doesn't come back."""
        self.more: Callable[[], list[Any]] = list
        """What else is to be told with the next turn."""
        self.pauses = 0
        """Times that a strand stopped to wait."""
        self._free: int | None = None  # points to pass before this stove is late, of several
        self._every = False  # whether each operation is a point, or those where others could go
        self._owed = 0  # nanoseconds that operations took while the clock stood still

    def open(self) -> Any:
        """Wait for the first turn. Returns the set-up that the world sends with it."""
        setup = self._receive()
        self._real = bool(setup["real"])
        self._route(self._begin_turn(self._receive()))
        return setup

    # --- the clock --------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """Nanoseconds since the service began."""
        if self._real:
            return self._now + _real_ns() - self._stamp
        return self._now

    def read_clock(self) -> int:
        """`now`, for a caller who may be reading it in a loop until it changes."""
        self._readings += 1
        if self._readings > FREE_READINGS and not self._real:
            self.sleep(SECOND // 1000)
        return self.now

    # --- giving up the turn ---------------------------------------------------------------------

    def pass_by(self) -> Events:
        """One pass of a loop that has more to do at once. Returns what has happened meanwhile."""
        me = self._floor.me
        self._readings = 0
        me.streak += 1
        if not self._floor.alone:
            return self._take_inbox() or self._wait_among(self._after_a_look())
        self._quiet += 1
        if self._real or self._said or me.inbox:
            self._exchange(self.now + PASS)
            return self._take_inbox()
        now = self._after_a_look()
        if self._spins():
            self._said.append(["spinning", self.who_waits()])
        elif self._horizon is not None and now >= self._horizon:
            now = self._horizon
        elif self._quiet % HEARTBEAT:
            self._now = now
            return []
        self._exchange(now)
        return self._take_inbox()

    def wait(self, until: int | None) -> Events:
        """Nothing more to do before `until` (None: until something happens)."""
        me = self._floor.me
        self._readings = 0
        # A sleep too short to be one is a look like any other.
        short = until is not None and until - self.now < SHORTEST_SLEEP
        self.pauses += not short
        me.streak = me.streak + 1 if short else 0
        if me.inbox:
            self._quiet += 1
            return self._take_inbox()
        if short and me.streak > FREE_PASSES and not self._real:
            assert until is not None
            until = max(until, self._dear_pass(me.streak - FREE_PASSES))
            until = until if self._horizon is None else max(self._now, min(until, self._horizon))
        if not self._floor.alone:
            return self._wait_among(until)
        self._quiet += 1
        if self._may_sleep_alone(until):
            assert until is not None
            self._now = max(until, self._now + PASS)
            if self._spins():
                self._said.append(["spinning", self.who_waits()])
            elif self._quiet % HEARTBEAT:
                return []
        self._exchange(until)
        return self._take_inbox()

    @property
    def is_real(self) -> bool:
        """Whether time is real."""
        return self._real

    def comes_to_point(self, cost: int) -> bool:
        """Whether another stove could go on just now. `cost` nanoseconds pass."""
        if self._real:
            return False
        horizon = self._horizon
        others = horizon is not None and self._now + cost > horizon
        if others:
            self._owed += cost
        else:
            self._now += cost
        return others or self._every

    def pass_operation(self, *, point: bool, tired: bool) -> None:
        """Others go on here if this stove is late at this point, or has run for long."""
        late = point and self._free == 0
        if point and self._free:
            self._free -= 1
        if late or tired:
            self._exchange(self._now + self._owed)

    def ask_before(self, operation: int) -> None:
        """The world may have something to do before this operation on the office."""
        self._said.append(["before", operation])
        self._exchange(self.now)

    def want(self, store: str, after: int, until: int | None, why: Blocked) -> None:
        """Give up the turn until nobody is known to write to the store, or until the moment, and
        for `after` nanoseconds at the least."""
        me = self._floor.me
        me.blocked_on = why
        self.pauses += 1
        if not self._floor.alone:
            self._floor.wait(self.now + max(after, PASS), never)
        elif after:
            self._exchange(self.now + after)
        else:
            self._said.append(["wants", store])
            self._exchange(until)
        me.blocked_on = None

    def sleep(self, nanoseconds: int) -> None:
        """Stop the whole strand, as `time.sleep` does: replies wait until it is over."""
        self.pauses += nanoseconds > 0
        if self._stops_loop:
            self._said.append(["blocked", nanoseconds, self.current_line()])
        if nanoseconds <= 0 and not self._floor.alone:
            self.look()
            return
        me, until = self._floor.me, self.now + nanoseconds
        me.streak = me.streak + 1 if nanoseconds < SHORTEST_SLEEP else 0
        if me.streak > FREE_PASSES and not self._real:
            until = max(until, self._dear_pass(me.streak - FREE_PASSES))
        if not self._floor.alone:
            self._sleep_among(until)
            return
        while (now := self.now) < until:
            self._exchange(until)
            if self.now == now and not self._real:
                self._now = min(until, now + PASS)

    def look(self) -> None:
        """A strand that only looks whether something has changed: others go on before it."""
        self._floor.me.streak += 1
        self._go_round(self._after_a_look())

    def tire(self) -> None:
        """A strand has run for long without waiting for anything: others go on before it.

        Real time goes by in such runs, whichever strands have them, so the clock is soon at the
        next due moment. Only where nothing is due can they be a sign that nothing will change.
        """
        self._long_runs += 1
        if self._horizon is None:
            self._quiet += LONG_RUN - 1
        dear = self._dear_pass(min(self._long_runs - FREE_RUNS, RUN_DOUBLINGS))
        self._go_round(max(self.now + PASS, dear))

    def _go_round(self, until: int) -> None:
        """A strand that waits for nothing lets others go on before it."""
        me = self._floor.me
        self._readings = 0
        if not self._stops_loop:
            me.blocked_on = Blocked(self.called("the caller"), self.current_line(), "goes round")
        self._floor.wait(until, never)
        me.blocked_on = None

    def block(self, until: int | None, why: Blocked, over: Callable[[], bool]) -> bool:
        """Stop the whole strand until `over()`, or until the time. False: the time was up.

        `why` is for the telling, if nobody can ever end the wait. Any strand may call `over`.
        """
        began = self.now
        self.pauses += until is None or until > began
        me = self._floor.me
        me.blocked_on = why
        try:
            while not over():
                if until is not None and self.now >= until:
                    return False
                if self._floor.alone:
                    self._exchange(until)
                else:
                    me.streak = 0
                    self._floor.wait(until, over)
            return True
        finally:
            me.blocked_on = None
            if self.now > began and self._stops_loop:
                self._said.append(["blocked", self.now - began, why.line])

    def pass_time(self, until: int | None) -> None:
        """No strand can go on: let the world go on, until then at the latest."""
        self._readings = 0
        self._quiet += 1
        if self._may_sleep_alone(until):
            assert until is not None
            self._now = max(until, self._now)
            if self._quiet > QUIET_PASSES and self._horizon is None:
                self._said.append(["spinning", self._report()])
            elif self._quiet % HEARTBEAT:
                return
        self._exchange(until)

    def _wait_among(self, until: int | None) -> Events:
        """An event loop waits, and other strands go on meanwhile."""
        me = self._floor.me
        if not me.has_news():
            self._floor.wait(until, me.has_news)
        me.woken = False
        return self._take_inbox()

    def _sleep_among(self, until: int) -> None:
        """A strand sleeps, and others go on meanwhile."""
        me, line = self._floor.me, self.current_line()
        me.blocked_on = Blocked(me, line, "goes round") if me is not self._floor.main else None
        while self.now < until:
            self._floor.wait(until, never)
        me.blocked_on = None

    @property
    def me(self) -> Strand:
        """The strand that has the turn."""
        return self._floor.me

    def called(self, otherwise: str) -> str | Strand:
        """Who has the turn, by name; the main strand has none of its own."""
        me = self._floor.me
        return otherwise if me is self._floor.main else me

    @property
    def _stops_loop(self) -> bool:
        return self.stops_loop and self._floor.me is self._floor.main

    # --- talking --------------------------------------------------------------------------------

    def ask(self, number: int, item: Any) -> None:
        """Put a question to the supplier: the answer is for the strand that has the turn."""
        self._said.append(["ask", number, item])
        if self._floor.me is not self._floor.main:
            self._askers[number] = self._floor.me

    def has_answer(self, strand: Strand, number: int) -> bool:
        """Whether the answer to delivery `number` has come to this strand."""
        return any(event[0] in ANSWERS and event[1] == number for event in strand.inbox)

    def take_answer(self, number: int) -> Any:
        """Take the answer to delivery `number` out of what has come."""
        inbox = self._floor.me.inbox
        place = next(i for i, e in enumerate(inbox) if e[0] in ANSWERS and e[1] == number)
        return inbox.pop(place)

    def say(self, message: list[Any]) -> None:
        """Put a message with the others of this turn."""
        self._said.append(message)

    def note(self, kind: str, what: list[Any]) -> None:
        """Evidence for a diagnosis. It changes neither the clock nor the order of turns."""
        self._notes.append(["note", kind, what])

    def part(self) -> None:
        """Send what was said, and leave: the world expects no more of this stove."""
        try:
            self._socket.sendall(pack([self.now, None, self._notes + self._said]))
        finally:
            os._exit(0)

    def _exchange(self, until: int | None) -> None:
        """Give up the stove's turn; returns with the next one, when what happened in between lies
        before the strands that it is for."""
        floor = self._floor
        if floor.rests:
            self._converse(until)
            return
        floor.collect_nothing()
        self._converse(until)
        floor.collect_again()

    def _converse(self, until: int | None) -> None:
        while True:
            if self._said:
                self._quiet = self._long_runs = 0
            self._said += self.more()
            self._socket.sendall(pack([self.now, until, self._notes + self._said]))
            self._said, self._notes = [], []
            events = self._begin_turn(self._receive())
            if not events:
                return
            self._quiet = self._long_runs = 0
            if events[0][0] == "end":
                self.before_end()
                self.say(["gone"])
                self.part()
            if self.unborn and (children := [e for e in events if e[0] == "fork"]):
                events = [event for event in events if event not in children]
                self._route(events)
                until = self.now if events else until
                self._said += [["forked", child, self._fork(child)] for _, child in children]
            elif events[0][0] == "report":
                self._said.append(["report", self._report()])
            else:
                self._route(events)
                return

    def _fork(self, child: int) -> int:
        """Fork, and return the child's process. The child goes on on its own line."""
        process = fork()
        connection = self.unborn.pop(child)
        if process:
            os.close(connection)
            return process
        self._socket.close()
        for others in self.unborn.values():
            os.close(others)
        self._socket, self.unborn = socket.socket(fileno=connection), {}
        self._unpacker, self._inbox = Unpacker(), []
        self._said, self._notes, self._askers = [], [], {}
        self._floor.be_alone()
        self.on_birth()
        raise AssertionError("unreachable")

    def _report(self) -> list[Any]:
        """Who waits for what: strands that are blocked, then tasks."""
        return self._floor.blocked() + self.who_waits()

    def _route(self, events: Events) -> None:
        for event in events:
            strand = self._floor.main
            if self._askers and event[0] in ANSWERS:
                strand = self._askers.pop(event[1], strand)
            strand.inbox.append(event)
            strand.streak = 0

    def _begin_turn(self, turn: Any) -> Events:
        self._now, self._horizon, events, *order = turn
        self._owed = 0
        if order:
            self._free, self._every = order
        self._stamp = _real_ns()
        return list(events)

    def _receive(self) -> Any:
        while not self._inbox:
            piece = self._socket.recv(1 << 16)
            if not piece:
                os._exit(0)  # the judge is gone, or has seen enough
            self._inbox += self._unpacker.feed(piece)
        return self._inbox.pop(0)

    def _take_inbox(self) -> Events:
        me = self._floor.me
        events, me.inbox = me.inbox, []
        return events

    def _after_a_look(self) -> int:
        """Where the clock stands after a pass in which a strand only looked."""
        now, dear = self.now + PASS, self._floor.me.streak - FREE_PASSES
        return max(now, self._dear_pass(dear)) if dear > 0 else now

    def _dear_pass(self, dear: int) -> int:
        """The same, if so many passes were no longer free."""
        doublings = max(0, min(dear, DOUBLINGS))
        now = self._now + min(PASS << doublings, DEAREST_PASS)
        own = self.own_due()
        return now if own is None or own <= self._now + SHORTEST_SLEEP else min(now, own)

    def _spins(self) -> bool:
        """Whether nothing comes of so many passes: nothing is due, or nobody ever sleeps."""
        in_vain = self._horizon is None or self._floor.me.streak > QUIET_PASSES
        return in_vain and self._quiet > QUIET_PASSES

    def _may_sleep_alone(self, until: int | None) -> bool:
        if self._real or self._said or until is None:
            return False
        return self._horizon is None or until < self._horizon


ANSWERS = frozenset({"crate", "spoiled", "busy", "slow", "closed"})
"""The kinds of event that answer a delivery."""
