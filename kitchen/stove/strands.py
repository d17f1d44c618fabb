"""The strands of one stove, and whose turn it is.

A strand is a thread of the operating system that runs only while it has the turn. It keeps its
turn until it has to wait (or comes to a point where the order of turns has it be late); then the
next that can go on gets it. When none can, time passes: the line asks the world.

Which strand is next is settled, so that a service repeats: the one that gave up its turn longest
ago. An order of turns differs from that by departures: at so many points the strand that has the
turn, or would get it, is late. It goes to the back of the queue, or stands still for a while, as on
a machine that has other things to do. Few departures find most races: Emmi, Qadeer and Rakamaric,
"Delay-bounded scheduling" (POPL 2011).
"""

import _thread
import gc
import sys
from collections.abc import Callable, Collection
from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from kitchen.stove.line import Events, Line

_start_new = _thread.start_new_thread
if sys.version_info >= (3, 13):
    _start_joinable = _thread.start_joinable_thread
else:
    _sentinel = vars(_thread)["_set_sentinel"]
_allocate = _thread.allocate_lock
_ident = _thread.get_ident

MOST_STRANDS = 200
"""Threads at once; more are refused as the operating system would refuse them."""

LONGEST_RUN = 250
"""Points that a strand may pass in one turn. Then others run, as after the interpreter's switch
interval: so a loop that looks at a flag until another thread sets it comes to its end."""

MOST_RUN = LONGEST_RUN + 50
"""Points after which a run ends in any case. Before that it is not interrupted with a lock in its
hand that all others want: a loop that takes it each time would have it every time they look."""


def _start(function: Callable[[], None], strand: "Strand") -> int:
    """Start a thread of the operating system for a strand; its ident."""
    if sys.version_info >= (3, 13):
        handle = _start_joinable(function, daemon=True)
        strand.wait_for_end = handle.join
        return int(handle.ident)
    return _start_new(function, ())


def plain(text: str) -> str:
    """A name of the learner's as the line takes it: whole letters, and not too many."""
    return text[:100].encode("utf-8", "replace").decode()


class Blocked(NamedTuple):
    """Why a strand stands still. Names are looked up when it is told: a thread may change its."""

    who: "str | Strand"
    line: int
    reason: str
    """With `{holder}` where its name belongs; empty: it only awaits work, and is not told."""
    holder: "str | Strand" = ""
    """Who has what it waits for."""
    otherwise: str = ""
    """How that one is called, if it is the main strand and not blocked itself."""


class Strand:
    """One thread of control: the main one, or one that the attempt started."""

    def __init__(self, number: int, thread: Any = None) -> None:
        self.number = number
        self.thread = thread
        """Its `threading.Thread`, if it has one."""
        self.inbox: Events = []
        """What the world told it, and it has not read."""
        self.until: int | None = None
        self.over: Callable[[], bool] | None = None
        self.blocked_on: Blocked | None = None
        """Why it stands still, while a call blocks it."""
        self.streak = 0
        """Passes in a row in which it only looked."""
        self.last_words: list[Callable[[], None]] = []
        """What is done when it ends: those who wait for that go on."""
        self.woken = False
        """Whether something was put before its event loop from outside."""
        self.at_office = self.writes = False
        """Whether it is within an operation on the office; within a transaction."""
        self.ident = _ident()
        self.wait_for_end: Callable[[], object] = lambda: None
        """Wait until its thread is gone, and what was local to it."""
        self._name = ""
        self._baton = _allocate()
        self._baton.acquire()

    @property
    def name(self) -> str:
        """As people call it."""
        return self._name or str(getattr(self.thread, "_name", "")) or f"thread {self.number}"

    def go(self) -> None:
        """It has the turn."""
        self._baton.release()

    def rest(self) -> None:
        """Wait for the turn."""
        self._baton.acquire()

    def forget(self) -> None:
        """It has ended: its thread may go, its name stays."""
        self._name, self.thread = self.name, None

    def has_news(self) -> bool:
        """Whether there is something for its event loop to do."""
        return self.woken or bool(self.inbox)

    def can_go(self, now: int) -> bool:
        """Whether it could use a turn: it was only late, or what it waits for has come."""
        if self.over is None or (self.until is not None and self.until <= now):
            return True
        return self.over()


def never() -> bool:
    """What a strand waits for that only waits for the time."""
    return False


class Floor:
    """Where the strands of a stove meet. One of them has the turn: `me`."""

    def __init__(self) -> None:
        self.main = self.me = Strand(0)
        self.line: Line | None = None
        self.alone = True
        """Whether the main strand is the only one."""
        self.stale = False
        """Whether somebody may be able to go on who wasn't when that was last looked at."""
        self.points = 0
        """Points passed at which another strand could have gone on."""
        self.on_late: Callable[[Strand, CodeType | None, int], None] = lambda strand, code, at: None
        """Told of each departure from the settled order."""
        self.on_error: Callable[[BaseException], None] = lambda error: None
        """Told of an error that nothing in a strand has caught."""
        self._collects = True  # whether the learner's code has the garbage collected
        self.rests = False
        """Whether the garbage collector does."""
        self.on_start: Callable[[], None] = lambda: None  # by each new strand, before all else
        self._queue = [self.main]  # who gave up the turn longest ago is first
        self._strands = 0
        self._late: Collection[int] = ()
        self._late_for = 0
        self._dying: Strand | None = None  # it has left, and its thread is not gone yet
        self._may_switch = False  # whether another could go on, unless `stale`
        self._run = 0  # points in this turn

    @property
    def strands(self) -> list[Strand]:
        """Those that have not ended, in the order in which they were started."""
        return sorted(self._queue, key=lambda strand: strand.number)

    def blocked(self) -> list[Any]:
        """Who stands still, as it is told: [who, line, reason, holder]."""
        told = []
        for why in [strand.blocked_on for strand in self.strands]:
            if why is not None and why.reason:
                holder = self._label(why.holder, why.otherwise)
                reason = why.reason.replace("{holder}", holder)
                told.append([self._label(why.who), why.line, reason, holder])
        return told

    def _label(self, who: "str | Strand", otherwise: str = "") -> str:
        """A name that no other strand has just now."""
        if isinstance(who, str):
            return who
        if who is self.main:
            blocked = self.main.blocked_on
            return blocked.who if blocked and isinstance(blocked.who, str) else otherwise
        same = [strand for strand in self._queue if strand.name == who.name]
        name = plain(who.name)
        return name if len(same) < 2 else f"{name} [{who.number}]"

    def be_late_at(self, points: Collection[int], nanoseconds: int) -> None:
        """The order of turns of this service: the points (from 1) at which a strand is late, and
        for how long; 0: until the others have gone on as far as they can."""
        self._late = frozenset(points)
        self._late_for = nanoseconds

    # --- strands begin and end ------------------------------------------------------------------

    def start(self, function: Callable[..., Any], args: Any, kwargs: Any, thread: Any) -> Strand:
        """A new strand. It gets its first turn when it is next."""
        if len(self._queue) > MOST_STRANDS or self.line is None:
            raise RuntimeError(f"can't start new thread: {MOST_STRANDS} are there already")
        self._strands += 1
        strand = Strand(self._strands, thread)

        there = _allocate()
        there.acquire()
        work = [function, args, kwargs]
        del function, args, kwargs

        def run() -> None:
            self._be_missed(strand)
            there.release()
            strand.rest()
            self._take_over(strand)
            self.collect_again()
            try:
                self.on_start()
                self._perform(work)
            except SystemExit:
                pass
            except BaseException as error:
                self.on_error(error)
            finally:
                self._leave(strand)

        self._queue.append(strand)
        self.collect_nothing()  # in the new thread either, which hasn't the turn yet
        try:
            strand.ident = _start(run, strand)
            there.acquire()
        except RuntimeError:
            self._queue.remove(strand)
            raise
        finally:
            self.collect_again()
        self.alone = False
        self.stale = True
        self.line.say(["strand", strand.number, "started", plain(strand.name)])
        return strand

    def _be_missed(self, strand: Strand) -> None:
        """Before 3.13 the thread itself has to leave something that its end releases."""
        if sys.version_info < (3, 13):
            gone = _sentinel()
            gone.acquire()
            strand.wait_for_end = gone.acquire

    def _perform(self, work: list[Any]) -> None:
        """Do the work of a strand, and let go of it: what it held goes while the turn is its."""
        function, args, kwargs = work
        work.clear()
        function(*args, **kwargs)

    def _leave(self, strand: Strand) -> None:
        """The strand has ended: the turn goes to the next, as soon as the thread is gone.

        Until then what it kept in `threading.local` is finalized, which may run the learner's code.
        """
        assert self.line is not None
        self.collect_nothing()
        self.line.say(["strand", strand.number, "finished", plain(strand.name)])
        for word in strand.last_words:
            word()
        strand.forget()
        self._queue.remove(strand)
        self.alone = len(self._queue) == 1
        following = self._next()
        self._dying = strand
        following.go()

    def _take_over(self, strand: Strand) -> None:
        """The strand has the turn; it waits for the end of the one that left it."""
        if self._dying is not None:
            self._dying.wait_for_end()
            self._dying = None
        self.me = strand
        self._run, self.stale = 0, True

    def be_alone(self) -> None:
        """In a fork of the process: no strand is left but the one that forked, and whatever it was
        in the midst of is not gone on with."""
        me = self.main = self.me
        self._queue, self.alone = [me], True
        self._dying = me.blocked_on = None
        me.inbox, me.streak = [], 0
        me.at_office = me.writes = False
        self.collect_again()

    # --- turns ----------------------------------------------------------------------------------

    def wait(self, until: int | None, over: Callable[[], bool] | None) -> None:
        """Give up the turn until `over()` holds, or the time has come; None: others go first."""
        me = self.me
        if _ident() != me.ident or self._dying is not None:
            raise RuntimeError("a thread that the kitchen doesn't know can't wait in it")
        self.collect_nothing()
        me.until, me.over = until, over
        self._to_the_back(me)
        following = self._next()
        if following is not me:
            self._hand_over(following)
            me.rest()
            self._take_over(me)
        me.until = me.over = None
        self.collect_again()

    def point(self, code: CodeType | None, offset: int) -> None:
        """Between two steps of the learner's code: another strand may go on here.

        `offset` is that of the instruction that comes next; without `code` it is an operation on
        the office.
        """
        if self._dying is not None:
            return
        self._run += 1
        if self._run > LONGEST_RUN and (self._run > MOST_RUN or self._any_can_go()):
            self._tired()
        elif not self.alone and (self._late_for or self._others_can_go()) and self._is_late():
            self.on_late(self.me, code, offset)
            self._be_late()

    def _be_late(self) -> None:
        if not self._late_for:
            self.wait(None, None)
            return
        assert self.line is not None
        until = self.line.now + self._late_for
        while self.line.now < until:
            self.wait(until, never)

    def _tired(self) -> None:
        """So long a run without waiting for anything costs a little time, ever more in a row."""
        assert self.line is not None
        self._run = 0
        if not self.alone:
            self.line.tire()

    def _others_can_go(self) -> bool:
        if self.stale:
            self.stale, self._may_switch = False, self._any_can_go()
        return self._may_switch

    def _any_can_go(self) -> bool:
        assert self.line is not None
        now = self.line.now
        return any(strand.can_go(now) for strand in self._queue if strand is not self.me)

    def _is_late(self) -> bool:
        self.points += 1
        return self.points in self._late

    def _next(self) -> Strand:
        """Who gets the turn. Time passes until there is somebody."""
        line = self.line
        assert line is not None
        while True:
            now = line.now
            ready = [strand for strand in self._queue if strand.can_go(now)]
            if ready:
                break
            line.pass_time(min((s.until for s in self._queue if s.until is not None), default=None))
        if len(ready) > 1 and self._late and self._is_late():
            late = ready.pop(0)
            self._to_the_back(late)
            self.on_late(late, None, 0)
        return ready[0]

    # What is collected may run code of the learner's, which may wait. So nothing is while a turn
    # changes hands.

    def collect_nothing(self) -> None:
        """The garbage collector rests, until `collect_again`."""
        self._collects, self.rests = gc.isenabled(), True
        gc.disable()

    def collect_again(self) -> None:
        """As the learner's code has it."""
        self.rests = False
        if self._collects:
            gc.enable()

    def _hand_over(self, strand: Strand) -> None:
        self._run, self.stale = 0, True
        self.me = strand
        strand.go()

    def _to_the_back(self, strand: Strand) -> None:
        self._queue.remove(strand)
        self._queue.append(strand)


FLOOR = Floor()
"""The floor of this process: one stove, one service."""
