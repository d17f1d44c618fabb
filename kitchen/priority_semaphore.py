"""Case 16, solved: a semaphore with priorities, patience and ageing. Made to be taken along.

A gate with `value` places. The most urgent waiter (lowest number) is next, equals in order of
arrival. A waiter may limit its patience (`ttl`), and waiting makes it more urgent (`ageing`), so
that nobody is kept out for ever. One file, standard library, Python 3.11 to 3.14.

    gate = PrioritySemaphore(5, ageing=0.5)

    async with gate.acquire(priority=3, ttl=2.0):
        ...  # at most five are here at once

How it works:
- **Hand-over.** A place that comes free belongs to the next waiter in the same breath; it is
  counted as free only when nobody waits. So nobody slips past, and `locked()` is one look.
- **One fixed key.** A waiter's effective priority is `priority - ageing * seconds waited`. All
  waiters age at the same rate, so of two the lower `priority + ageing * time of coming` stays the
  lower for ever. That number is worked out once, on entering the line. The order is never stale.
- **A sorted line, a heap of newcomers.** Next is the more urgent of the two firsts. When the
  newcomers are more than those in line, all are sorted into one line: so a long one is drained from
  its end, and the sorting is paid for by those who came since the last time.
- **Lazy deletion.** Who is cancelled or runs out of patience leaves a dead entry behind, which is
  dropped when its turn comes. When more than half are dead the living are kept and no others: the
  share of dead entries is bounded, and a clearing is paid for by the deaths before it.
- **One alarm for all.** Deadlines stand in a heap of their own, and the loop is asked to wake the
  gate for the earliest. A waiter is one future: no task, no timer, no `wait_for`.

Costs: O(1) for a free place; otherwise O(log n) to come, to be let in, to give up (amortised).
Memory: at most two entries for each who waits.

Trade-offs:
- Nobody is thrown out. The most urgent still waits for the rest of one stay, and `ttl` limits the
  wait, never the stay: for that use `asyncio.timeout` inside.
- With `m` regulars of priority `q` who always come back and stay `h` seconds each, a waiter of
  priority `p` is in within `(p - q) / ageing + ceil(m / value) * h` seconds. Against an open stream
  faster than the gate it also waits for the backlog before it. The larger `ageing`, the nearer to
  first come, first served; choose it by the longest wait that you can defend.
- Keys are floats when ageing is on: waits that differ by less than about a microsecond may count as
  the same moment. Then, as always among equals, the order of arrival decides.
- For one event loop. Not for threads, and no help across processes.
"""

import asyncio
import math
from contextlib import AbstractAsyncContextManager
from heapq import heapify, heappop, heappush
from types import TracebackType
from typing import NamedTuple

Entry = tuple[float, int]
"""A key, or a deadline, and the arrival that it belongs to."""


class Statistics(NamedTuple):
    """What a gate looks like at one moment, and what it has seen so far."""

    value: int
    inside: int
    waiting: int
    expired: int
    """How many ran out of patience, ever."""
    cancelled: int
    """How many were cancelled while they waited, ever."""
    entries: int
    """How long the line is, dead entries included: never more than twice those who wait, and 1."""


class PrioritySemaphore:
    """Lets `value` in at once, the most urgent first; who waits becomes more urgent.

    ageing: by how much a waiter's number falls per second. 0: priorities stay as they are.

    Not to be confused with a rate limit (starts per second), or with a queue of jobs that workers
    take from, which is simpler where the work can be put into a queue.
    """

    __slots__ = (
        "_ageing",
        "_alarm",
        "_arrivals",
        "_cancelled",
        "_deadlines",
        "_expired",
        "_free",
        "_line",
        "_loop",
        "_newcomers",
        "_patient",
        "_places",
        "_value",
    )

    def __init__(self, value: int = 1, *, ageing: float = 0.0) -> None:
        if value < 1:
            raise ValueError(f"value must be at least 1, not {value!r}")
        if not 0 <= ageing < math.inf:
            raise ValueError(f"ageing must be 0 or more, and finite, not {ageing!r}")
        self._value = value
        self._ageing = ageing
        self._free = value  # more than 0 only while nobody waits
        # Who waits, by arrival; entries of those who aren't in here any more are dead. A future
        # brings True: the place is yours, or False: your patience has ended.
        self._places: dict[int, asyncio.Future[bool]] = {}
        self._line: list[Entry] = []  # sorted, the most urgent last
        self._newcomers: list[Entry] = []  # a heap, and so are the deadlines
        self._deadlines: list[Entry] = []
        self._arrivals = 0
        self._patient = 0  # waiters who have a deadline
        self._alarm: asyncio.TimerHandle | None = None  # for the earliest deadline
        self._expired = 0
        self._cancelled = 0
        self._loop: asyncio.AbstractEventLoop | None = None  # that of those who wait

    def acquire(
        self, priority: float, ttl: float | None = None, *, since: float | None = None
    ) -> AbstractAsyncContextManager[None]:
        """A place for the length of an `async with` block.

        priority: the lower, the more urgent.
        ttl: seconds to wait for a place, counted from entering the block; then TimeoutError. None:
            no limit. 0 or less: take a place that is free, or raise at once.
        since: a `loop.time()` from which the waiting counts for ageing. Whoever asks again after a
            timeout passes the moment at which it first asked, and keeps its age.

        What the body raises passes unchanged, its own TimeoutError included.
        """
        return _Visit((self, priority, ttl, since))

    def try_acquire(self) -> bool:
        """Take a place if one is free, without waiting. Whoever got it must `release()` it."""
        if self._free:
            self._free -= 1
            return True
        return False

    def release(self) -> None:
        """Give back a place got by `try_acquire`: to the most urgent who waits, if anybody does."""
        if self._free >= self._value:
            raise RuntimeError("released a place that nobody held")
        if self._deadlines:
            self._expire()  # the loop may have been busy, and the alarm be late
        while self._places:
            place = self._places.pop(self._first(), None)
            if place is not None and not place.done():
                place.set_result(True)
                return
        self._free += 1

    def locked(self) -> bool:
        """Whether a newcomer would have to wait."""
        return self._free == 0

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return len(self._places)

    def statistics(self) -> Statistics:
        """The state of the gate, for logs and monitoring."""
        return Statistics(
            value=self._value,
            inside=self._value - self._free,
            waiting=self.waiting,
            expired=self._expired,
            cancelled=self._cancelled,
            entries=len(self._line) + len(self._newcomers),
        )

    def __repr__(self) -> str:
        inside = self._value - self._free
        return f"<PrioritySemaphore {inside}/{self._value} with {self.waiting} waiting>"

    async def _wait(self, priority: float, ttl: float | None, since: float | None) -> None:
        """Stand in line until a place is ours. Raises TimeoutError when our patience ends."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._move_to(loop)
        if self._ageing:
            priority += self._ageing * (loop.time() if since is None else since)
        if priority != priority:
            raise ValueError("a priority must not be NaN: it has no place in any order")
        self._arrivals += 1
        arrival, place = self._arrivals, loop.create_future()
        if ttl is None:
            heappush(self._newcomers, (priority, arrival))
            self._places[arrival] = place
            try:
                await place
            except BaseException:  # cancelled, or the coroutine was closed
                self._leave(arrival, place)
                raise
            return
        if not ttl > 0:
            raise TimeoutError("no place is free")
        heappush(self._newcomers, (priority, arrival))
        self._places[arrival] = place
        self._limit(arrival, loop.time() + ttl, loop)
        try:
            ours = await place
        except BaseException:
            self._leave(arrival, place)
            raise
        finally:
            self._unlimit()
        if not ours:
            raise TimeoutError(f"no place within {ttl:g} s")

    def _first(self) -> int:
        """Take the most urgent out of the line, dead or alive: its arrival."""
        if len(self._newcomers) > len(self._line):
            self._sort()
        line, newcomers = self._line, self._newcomers
        if not newcomers or line[-1] < newcomers[0]:  # never more of them than in line
            return line.pop()[1]
        return heappop(newcomers)[1]

    def _sort(self) -> None:
        """All who live into one line."""
        self._line = self._living(self._line + self._newcomers)
        self._line.sort(reverse=True)
        self._newcomers.clear()

    def _move_to(self, loop: asyncio.AbstractEventLoop) -> None:
        """The gate belongs to the loop of those who wait; to another one when nobody does."""
        if self.waiting:
            raise RuntimeError(f"{self!r} is in use in another event loop")
        self._line, self._newcomers, self._deadlines, self._patient = [], [], [], 0
        self._alarm = None
        self._loop = loop

    def _leave(self, arrival: int, place: "asyncio.Future[bool]") -> None:
        """Out of the line before it went in; a place that it was handed already is passed on."""
        self._cancelled += 1
        if place.done() and not place.cancelled():
            if place.result():
                self.release()
        else:
            place.cancel()
            self._places.pop(arrival, None)
            self._clear()

    def _clear(self) -> None:
        """Keep only the living when more than half of those in line are dead. What that costs is
        paid for by at least n/2 deaths since the last time."""
        if len(self._line) + len(self._newcomers) > 2 * len(self._places):
            self._sort()

    def _living(self, entries: list[Entry]) -> list[Entry]:
        """Those who still wait, in the order of these."""
        return [entry for entry in entries if entry[1] in self._places]

    def _limit(self, arrival: int, deadline: float, loop: asyncio.AbstractEventLoop) -> None:
        """A waiter has a deadline; if it is the earliest, the alarm is set for it."""
        self._patient += 1
        heappush(self._deadlines, (deadline, arrival))
        if self._deadlines[0][1] == arrival:
            if self._alarm is not None:
                self._alarm.cancel()
            self._alarm = loop.call_at(deadline, self._ring, deadline)

    def _unlimit(self) -> None:
        """A waiter who had a deadline waits no more."""
        self._patient -= 1
        if not self._patient:
            self._deadlines.clear()
            if self._alarm is not None:
                self._alarm.cancel()
                self._alarm = None
        elif len(self._deadlines) > 2 * self._patient:
            self._deadlines = self._living(self._deadlines)
            heapify(self._deadlines)

    def _ring(self, deadline: float) -> None:
        """The alarm. Some loops ring a hair too early, so the deadline itself counts as past."""
        self._alarm = None
        self._expire(deadline)
        if self._deadlines and self._loop is not None:
            earliest = self._deadlines[0][0]
            self._alarm = self._loop.call_at(earliest, self._ring, earliest)

    def _expire(self, deadline: float = -math.inf) -> None:
        """All whose deadline has passed have waited in vain. Who was handed a place has it."""
        assert self._loop is not None
        deadlines, now = self._deadlines, max(self._loop.time(), deadline)
        while deadlines and (deadlines[0][0] <= now or deadlines[0][1] not in self._places):
            _, arrival = heappop(deadlines)
            place = self._places.pop(arrival, None)
            if place is not None and not place.done():
                place.set_result(False)
                self._expired += 1
        self._clear()


class _Visit(tuple["PrioritySemaphore", float, float | None, float | None]):
    """One `async with`: waits on the way in, gives the place back on the way out.

    A tuple of acquire's arguments, since nothing is quicker to make.
    """

    __slots__ = ()

    async def __aenter__(self) -> None:
        gate = self[0]
        if gate._free:
            gate._free -= 1
        else:
            await gate._wait(self[1], self[2], self[3])

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self[0].release()
