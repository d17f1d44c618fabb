"""The desk at which a stove's operations on the office take their turns.

Before each operation another process may go on; what the library does within one is left whole,
since SQLite makes it so. Within a transaction nobody else goes on, unless the learner's own code
gives up the turn.
"""

import math
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from kitchen.stove.line import Line
from kitchen.stove.strands import FLOOR, Blocked
from kitchen.world.wire import SECOND

COST = 20_000
"""Nanoseconds that an operation takes, where nobody else could go on meanwhile."""

LONGEST_RUN = 50
"""Operations in one turn. Then others have theirs."""

FREE_LOOKS = 32
"""Operations without a pause that cost no more than COST. After them the price doubles, up to
DEAREST: so who looks again and again without sleeping gets to the next due moment soon."""

DEAREST = SECOND // 1000

LOOK_AGAIN = SECOND // 1000
"""How soon one looks again whether a store is free, if it isn't known who writes to it."""


class Desk:
    """Where the operations of this process on any cache are counted, and give others a turn."""

    def __init__(self) -> None:
        self.line: Line | None = None
        self.noted: Callable[[str, Any, Any, Any], None] | None = None
        """Told of each operation that is over: name, cache, key and result."""
        self._stops: Collection[int] = ()  # operations before which the world wants to be asked
        self._operations = 0
        self._untold = 0  # operations that the world hasn't heard of
        self._points = 0  # of these, at how many another could have gone on
        self._run = 0  # operations in this turn
        self._streak = self._longest = 0  # operations without a pause
        self._pauses = 0  # of the line, when it was last looked at
        self._writes = self._told = ""  # the store that this process writes to; as the world knows

    def open(self, line: Line, stops: Collection[int]) -> None:
        """From now on operations take turns on this line."""
        self.line, self._stops = line, frozenset(stops)
        line.more = self._more
        self._operations = self._untold = self._points = self._longest = 0
        self._writes = self._told = ""

    def perform(self, name: str, cache: Any, key: Any, operate: Callable[[], Any]) -> Any:
        """One operation, in its turn. One within another, or within a transaction, is part of
        it."""
        me = FLOOR.me
        if self.line is None or me.at_office:
            return operate()
        if not me.writes:
            self._give_way()
        me.at_office = True
        try:
            result = operate()
        finally:
            me.at_office = False
        if self.noted is not None:
            self.noted(name, cache, key, result)
        return result

    @contextmanager
    def transaction(self, cache: Any, whole: Any) -> Iterator[None]:
        """`with cache.transact()`: others may go on before it, and while it gives up its turn."""
        me = FLOOR.me
        if self.line is None or me.at_office or me.writes:
            with whole:
                yield
            return
        self._give_way()
        me.at_office = True
        try:
            whole.__enter__()
        finally:
            me.at_office = False
        me.writes = True
        self._writes = str(cache.directory)
        if self.noted is not None:
            self.noted("transact", cache, None, True)
        try:
            with _entered(whole):
                yield
        finally:
            me.writes = False
            self._writes = ""
            if self.noted is not None:
                self.noted("transact", cache, None, False)

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """What goes on in here is one step."""
        me = FLOOR.me
        before, me.at_office = me.at_office, True
        try:
            yield
        finally:
            me.at_office = before

    @property
    def takes_turns(self) -> bool:
        """Whether waiting is the world's: not in the fork server, nor on the real clock."""
        return self.line is not None and not self.line.is_real

    def waiting(self, store: str, seconds: float) -> Callable[[], bool]:
        """How to wait, again and again, while somebody else writes to this store, or ('') has what
        one wants. The call gives up the turn, and is False when so many seconds are over."""
        line = self.line
        assert line is not None
        why = Blocked(line.called("this process"), line.current_line(), "waits for another branch")
        until = None if math.isinf(seconds) else line.now + round(seconds * SECOND)
        before = -1

        def wait() -> bool:
            nonlocal before
            if until is not None and line.now >= until:
                return False
            again, before = before == line.now or not store, line.now
            line.want(store, again * LOOK_AGAIN, until, why)
            return True

        return wait

    def _give_way(self) -> None:
        line = self.line
        assert line is not None
        self._operations += 1
        self._untold += 1
        if line.pauses != self._pauses:
            self._pauses, self._streak = line.pauses, 0
        self._streak += 1
        self._longest = max(self._longest, self._streak)
        if self._operations in self._stops:
            self._stops = frozenset(self._stops) - {self._operations}
            line.ask_before(self._operations)
        cost = min(COST << max(0, min(self._streak - FREE_LOOKS, 10)), DEAREST)
        if not FLOOR.alone:
            line.comes_to_point(cost)
            FLOOR.point(None, 0)
            return
        self._run += 1
        point = line.comes_to_point(cost)
        self._points += point
        line.pass_operation(point=point, tired=self._run > LONGEST_RUN)

    def _more(self) -> list[Any]:
        """What the world is told with the next turn."""
        said: list[Any] = []
        if self._untold:
            assert self.line is not None
            at = self.line.current_line()
            said.append(["office", self._untold, self._points, self._longest, at])
            self._untold = self._points = self._longest = 0
        self._run = 0
        if self._writes != self._told:
            self._told = self._writes
            said.append(["writes", self._told])
        return said


DESK = Desk()
"""The desk of this process."""


@contextmanager
def _entered(context: Any) -> Iterator[None]:
    """The rest of a `with` whose beginning has been made."""
    try:
        yield
    except BaseException as error:
        if not context.__exit__(type(error), error, error.__traceback__):
            raise
    else:
        context.__exit__(None, None, None)
