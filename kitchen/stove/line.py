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

from kitchen.world.wire import SECOND, Unpacker, pack

PASS = 5_000
"""Nanoseconds that one pass of the loop costs. Not zero: on a perfectly still clock a token bucket
that waits for the last 1e-17 s would wait for ever."""

FREE_PASSES = 32
"""Passes in a row without a message, a reply or a sleep that cost no more than PASS. After them the
price doubles from pass to pass, up to the next due moment: so a fix that polls with `sleep(0)` is
slow only on paper."""

DEAREST_PASS = SECOND // 100

SHORTEST_SLEEP = SECOND // 2000

QUIET_PASSES = 5_000
"""Passes in a row without a message or a reply before the stove calls itself spinning."""

HEARTBEAT = 16
"""Passes in a row that the stove makes by itself. Then it takes a turn, so that the judge can tell
long polling from code that keeps its turn."""

FREE_READINGS = 20_000
"""Looks at the clock within one pass that cost nothing; each further one costs a millisecond."""

Events = list[Any]


class Line:
    """Messages out, events in, and the time of day."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._unpacker = Unpacker()
        self._inbox: list[Any] = []  # messages received and not yet read
        self._said: list[Any] = []  # messages of this turn, not yet sent
        self._notes: list[Any] = []  # evidence: travels with the next turn, and gives up none
        self._backlog: Events = []  # events that came while a call blocked the loop
        self._now = 0
        self._horizon: int | None = 0
        self._real = False
        self._stamp = 0  # real clock: when the world last told us the time
        self._streak = 0  # passes since anything happened at all, sleeping included
        self._quiet = 0  # passes since a message or a reply
        self._readings = 0  # looks at the clock in this pass
        self.own_due: Callable[[], int | None] = lambda: None  # the loop's next timer
        self.who_waits: Callable[[], list[Any]] = list
        self.before_end: Callable[[], None] = lambda: None
        self.blocked_on: list[Any] | None = None  # [who, line, reason] while a call blocks
        self.current_line: Callable[[], int] = lambda: 0  # of the attempt, in this strand

    def open(self) -> Any:
        """Wait for the first turn. Returns the set-up that the world sends with it."""
        setup = self._receive()
        self._real = bool(setup["real"])
        self._backlog = self._begin_turn(self._receive())
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
        self._readings = 0
        self._streak += 1
        self._quiet += 1
        if self._real or self._said or self._backlog:
            return self._take_backlog() + self._exchange(self.now + PASS)
        now = self._now + PASS
        if self._streak > FREE_PASSES:
            now = max(now, self._dear_pass())
        if self._quiet > QUIET_PASSES:
            self._said.append(["spinning", self.who_waits()])
            return self._exchange(now)
        if self._horizon is not None and now >= self._horizon:
            return self._exchange(self._horizon)
        if self._quiet % HEARTBEAT == 0:
            return self._exchange(now)
        self._now = now
        return []

    def wait(self, until: int | None) -> Events:
        """Nothing more to do before `until` (None: until something happens)."""
        self._readings = 0
        self._quiet += 1
        # A sleep too short to be one is a look like any other.
        short = until is not None and until - self.now < SHORTEST_SLEEP
        self._streak = self._streak + 1 if short else 0
        if self._backlog:
            return self._take_backlog()
        if short and self._streak > FREE_PASSES and not self._real:
            assert until is not None
            until = max(until, self._dear_pass())
            until = until if self._horizon is None else max(self._now, min(until, self._horizon))
        if self._may_sleep_alone(until):
            assert until is not None
            self._now = max(until, self._now + PASS)
            if self._quiet > QUIET_PASSES:
                self._said.append(["spinning", self.who_waits()])
            elif self._quiet % HEARTBEAT:
                return []
        return self._exchange(until)

    def sleep(self, nanoseconds: int) -> None:
        """Stop the whole strand, as `time.sleep` does: replies wait until it is over."""
        self._said.append(["blocked", nanoseconds, self.current_line()])
        until = self.now + nanoseconds
        while (now := self.now) < until:
            self._backlog += self._exchange(until)
            if self.now == now and not self._real:
                self._now = min(until, now + PASS)

    def block(self, until: int | None, who: list[Any], over: Callable[[], bool]) -> bool:
        """Stop the whole strand until `over()`, or until the time. False: the time was up.

        `who` is [name, line, reason], for the telling if nobody can ever end the wait.
        """
        began = self.now
        self.blocked_on = who
        try:
            while not over():
                if until is not None and self.now >= until:
                    return False
                self._backlog += self._exchange(until)
            return True
        finally:
            self.blocked_on = None
            if self.now > began:
                self._said.append(["blocked", self.now - began, who[1]])

    def answer_for(self, number: int) -> Any | None:
        """Take the answer to delivery `number` out of the backlog, if it has come."""
        for place, event in enumerate(self._backlog):
            if event[0] in ANSWERS and event[1] == number:
                return self._backlog.pop(place)
        return None

    # --- talking --------------------------------------------------------------------------------

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

    def _exchange(self, until: int | None) -> Events:
        """Give up the turn; returns with the next one, and what happened in between."""
        while True:
            if self._said:
                self._quiet = 0
            self._socket.sendall(pack([self.now, until, self._notes + self._said]))
            self._said, self._notes = [], []
            events = self._begin_turn(self._receive())
            if not events:
                return events
            self._quiet = self._streak = 0
            if events[0][0] == "end":
                self.before_end()
                self.say(["gone"])
                self.part()
            if events[0][0] != "report":
                return events
            blocked = [] if self.blocked_on is None else [self.blocked_on]
            self._said.append(["report", blocked + self.who_waits()])

    def _begin_turn(self, turn: Any) -> Events:
        self._now, self._horizon, events = turn
        self._stamp = _real_ns()
        return list(events)

    def _receive(self) -> Any:
        while not self._inbox:
            piece = self._socket.recv(1 << 16)
            if not piece:
                os._exit(0)  # the judge is gone, or has seen enough
            self._inbox += self._unpacker.feed(piece)
        return self._inbox.pop(0)

    def _take_backlog(self) -> Events:
        events, self._backlog = self._backlog, []
        return events

    def _dear_pass(self) -> int:
        """Where the clock stands after a pass of a strand that only polls."""
        doubling = min(self._streak - FREE_PASSES, 12)
        now = self._now + min(PASS << doubling, DEAREST_PASS)
        own = self.own_due()
        return now if own is None or own <= self._now + SHORTEST_SLEEP else min(now, own)

    def _may_sleep_alone(self, until: int | None) -> bool:
        if self._real or self._said or until is None:
            return False
        return self._horizon is None or until < self._horizon


ANSWERS = frozenset({"crate", "spoiled", "busy", "slow", "closed"})
"""The kinds of event that answer a delivery."""
