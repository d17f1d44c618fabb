"""Case 19, solved: a lock for processes that share a folder, and that may die inside.

Processes on one machine that share a diskcache folder (`diskcache-community` or `diskcache`) want
one of them at a time to do something. One of them is killed inside, or freezes there and wakes up
later, and the others must get on without letting two in:

    office = Cache("/var/lib/restaurant/office", eviction_policy="none", disk=SafeDisk)
    with Lock(office, "stock", expire=30) as number:
        ...

Everything there is to know about a lock is one entry under its key: the **lease** of the holder
(whose, until when, its number) and the **line** of those who wait. Whoever changes it does so in
one transaction: reads it, reads the clock, decides, writes. (Where nothing is written there is
nothing to read, and a free lock is taken by `add` alone. Where the entry is still what the holder
has written, one statement gives it back.) Those who wait only read, and the entry goes when nobody
needs it. The parts, each for a fault that locks of this sort have had:

- `owner()`: who holds is a random token of the *thread*, made anew in a forked child. Pids and
  thread idents are used again, and differ not at all between two containers.
- `Lease`: ends by itself after `expire`, counted from inside the transaction that grants it; or
  from just before an `add`, and if that took long, it is granted anew, inside. One that ended while
  the process was frozen on its way out of `acquire` is not returned.
- compare and delete in one transaction: one who overstayed can't free the successor's lock, and is
  told: `release` raises `AssertionError`, with `raise`, for `python -O` takes `assert` away.
- the line: first come, first served. A place in it is a short lease too, kept fresh by its waiter,
  so that a killed waiter falls out and doesn't block the others.
- `Store`: the one part that knows diskcache. It touches the key's shard only, keeps the tag on
  every write, tells a busy store from a broken one (diskcache's `retry=True` asks a read-only
  folder for ever), and closes a connection that an interrupt left inside a transaction.
- `Bell`: those in line are woken when it is their turn, on Linux, and needn't look all the time.
  Nothing depends on it: who isn't woken looks, and where there are no bells one looks more often.
- `refuse_to_wait`: whoever waits inside a transaction keeps out the one it waits for.

**The clock** is `time.monotonic`, which is one for all processes of a machine and which nobody
sets: an hour forward lets nobody in too early, an hour back keeps nobody out. More than one machine
can't share such a folder anyway: SQLite's write-ahead log needs common memory, so no NFS. Monotonic
time starts again with the machine; a lease or place "granted later than now" is from before, and
void. Entries have no expiry of the cache's own, which goes by the wall clock; so what a crash
leaves is one small entry, until the next acquire of that key or `evict(tag)`.

**The number** (fencing token) rises from holder to holder: hand it to what you protect, and let
that refuse a number lower than one it has seen. The lock can't do this for you: a holder frozen
past its lease wakes up and goes on. It is the wall clock in microseconds, but always more than the
number in the entry and than any this object gave. So nothing has to stay behind, where a counter
would be an entry for ever and 15 % of the time. A holder that never released is still in the entry,
and its successor gets a higher number whatever the clock says. The price: if the clock is set back
while *nobody* holds or waits, other processes' next numbers are lower than earlier ones.

**Costs.** Without contention two short transactions, as diskcache's own lock has, and about as much
time: a statement less pays for clock, owner and number. Who waits, only reads: often in its first
moments and while stays are short. In line, it sleeps until it is woken, looks ten times a second as
the first, and writes its place anew about twice a second: sixteen use 2 or 3 % of a core. Without
bells it looks every 5 ms as the first and every 50 ms far behind. A look is O(n) in those who stand
in line. The next is in 1 or 2 ms after a release, and a few ms after the lease of a dead holder
ends; after 0.1 s if the one who releases is killed before it can wake it, or is inside a
`transact()`.

**What it doesn't do.** It is not re-entrant (case 20). It doesn't renew leases: choose `expire`
well above the longest work, or `None` for never, and then a crash inside blocks for ever. Order is
kept among those who have waited for `PATIENCE` and so stand in line, and before all newcomers; in
its first moments a waiter is in nobody's book, since a hand-over costs more than a short stay.
`timeout` can't cut short SQLite's own wait for somebody's long `transact()` (up to the cache's
`timeout`). It blocks the thread: from asyncio use a worker thread. A process stopped within the
microseconds of a transaction stops all writers of the folder. A child forked inside `transact()`
can't write to that cache (SQLite); it holds nothing and must open its own.
"""

import gc
import math
import os
import random
import secrets
import socket
import sqlite3
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, suppress
from functools import lru_cache
from itertools import count, takewhile
from operator import attrgetter
from types import BuiltinFunctionType, TracebackType
from typing import Any, NamedTuple, NoReturn, Protocol, TypeVar
from weakref import WeakSet

T = TypeVar("T")

PLACE = 1.0
"""Seconds that a place in line outlives the last sign of life of its waiter, at most: so long may
one who was killed there hold up the others."""

PATIENCE, SHORT = 0.05, 0.01
"""Seconds that a waiter only looks, before it takes a place in line: four times as long if the stay
it sees then is a short one, for a hand-over costs more than that."""

SLACK = 0.01
"""What part of a lease may be over before its holder knows of it."""

SHORTEST, FIRST, FURTHER, LONGEST = 0.001, 0.005, 0.02, 0.05
"""Seconds between two looks, give or take a quarter: at the very least; at most for the first in
line; more for each place behind it; at most."""


DEAF = 0.1
"""Seconds between two looks of the first in line, where it can be woken."""


FORGET = "DELETE FROM Cache WHERE key = ? AND raw = ? AND value = ?"
"""Compares and deletes. diskcache itself deletes a key whatever is there."""


class TransactionBusy(RuntimeError):
    """Raised instead of waiting for a lock inside a transaction on another cache."""


class Busy(Exception):
    """The store is being written by somebody else. To be asked again."""


# --- who ------------------------------------------------------------------------------------------


def room() -> str:
    """Where one hears another's bell: a network namespace of Linux. "" where there are no bells,
    or where time is not the machine's and sleeping for real would be wrong (gevent, simulations).
    """
    if sys.platform != "linux" or not isinstance(time.sleep, BuiltinFunctionType):
        return ""
    try:
        return str(os.stat("/proc/self/ns/net").st_ino)
    except OSError:
        return ""


class _Thread(threading.local):
    """What one thread is called, and how often it asked. Made at its first use, gone with it."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.pid = os.getpid()
        self.token = f"{self.pid}-{room()}-{secrets.token_hex(8)}"
        self.calls = count(1)
        self.claimed: tuple[str, float] = "", 0
        """The last state that it wrote without asking, and when its lease ends."""


_thread = _Thread()


def owner() -> str:
    """The token of this thread in this process: never another's, before or after it.

    The pid in it is for people who look into the folder, the room for those who wait.
    """
    if _thread.pid != os.getpid():
        _thread.begin()
    return _thread.token


def ticket() -> str:
    """The token of one call of `acquire`: the owner's, and which of its calls this is."""
    return f"{owner()}/{next(_thread.calls)}"


# --- what is written ------------------------------------------------------------------------------


class Lease(NamedTuple):
    """The right to be inside, or to stand in line, for a while."""

    ticket: str
    came: float
    """When its owner came to ask for the lock: the order of the line."""
    since: float
    seconds: float
    """How long it lasts. Infinite: until it is given back."""

    @staticmethod
    @lru_cache(maxsize=1024)  # those who wait read and write the same line again and again
    def parse(text: str) -> "Lease":
        ticket, came, since, seconds = text.split(" ")
        return Lease(ticket, float(came), float(since), float(seconds))

    @lru_cache(maxsize=1024)  # noqa: B019 - they are small, and no more than so many
    def __str__(self) -> str:
        return f"{self.ticket} {self.came!r} {self.since!r} {self.seconds!r}"

    @property
    def until(self) -> float:
        return self.since + self.seconds

    def renewed(self, now: float, seconds: float) -> "Lease":
        return Lease(self.ticket, self.came, now, seconds)

    def lives(self, now: float) -> bool:
        """Whether it holds. One from the future was granted before the machine started anew."""
        return self.since <= now < self.since + self.seconds or self.seconds == math.inf

    def is_of(self, owner: str) -> bool:
        return self.ticket.rpartition("/")[0] == owner

    @property
    def room(self) -> str:
        return self.ticket.split("-")[1]


class State(NamedTuple):
    """All there is to know about a lock. In the store: number, holder and line, a line each."""

    number: int = 0
    """The highest that was given."""
    holder: Lease | None = None
    line: tuple[Lease, ...] = ()

    @staticmethod
    def parse(text: object, now: float) -> "State":
        """What an entry says at this moment: without the dead. No entry is the empty state."""
        if text == "":
            return State()
        try:
            number, held, *waiting = str(text).split("\n")
            holder = Lease.parse(held) if held else None
            line = [Lease.parse(place) for place in waiting]
            highest = int(number)
        except ValueError:
            raise ValueError(f"under the key of a lock is something else: {text!r:.80}") from None
        alive = holder if holder and holder.lives(now) else None
        return State(highest, alive, tuple([place for place in line if place.lives(now)]))

    def __str__(self) -> str:
        return "\n".join([str(self.number), str(self.holder or ""), *map(str, self.line)])

    def joined(self, place: Lease) -> "State":
        """With this place at its new terms: where it was, or where its arrival belongs."""
        line = [place if other.ticket == place.ticket else other for other in self.line]
        if place not in line:
            line = sorted([*line, place], key=attrgetter("came"))
        return State(self.number, self.holder, tuple(line))

    def left(self, place: Lease) -> "State":
        """Without this place."""
        line = [other for other in self.line if other.ticket != place.ticket]
        return State(self.number, self.holder, tuple(line))

    def freed(self) -> "State":
        """Without its holder."""
        return State(self.number, None, self.line)

    def ahead(self, ticket: str) -> int:
        """How many in line come before this one; all, if it doesn't stand there."""
        return sum(1 for _ in takewhile(lambda place: place.ticket != ticket, self.line))

    def before(self, ticket: str) -> Lease | None:
        """Whoever comes right before this one: inside or in line."""
        ahead = self.ahead(ticket)
        return self.line[ahead - 1] if ahead else self.holder

    def heir(self) -> Lease | None:
        """Whose turn it is, if nobody is inside."""
        return self.line[0] if self.line and not self.holder else None

    def admits(self, ticket: str) -> bool:
        """Whether this one may be inside: it is already, or the lock is free and nobody first."""
        if self.holder:
            return self.holder.ticket == ticket
        return self.ahead(ticket) == 0


# --- where it is written --------------------------------------------------------------------------


class Cache(Protocol):
    """What is needed of a cache. `transact` is atomic, and rolls back when an exception leaves it.

    Also asked for if they are there: `in_transaction()`, whether this thread is inside `transact`
    (diskcache has no such method, but says it in `_txn_id`); `close()`, which drops the connection
    of this thread and what it has not committed; `eviction_policy`; `durable`.
    """

    def get(self, key: Any, default: Any, /) -> Any: ...
    def set(self, key: Any, value: Any, /, *, tag: str | None = None) -> bool: ...
    def add(self, key: Any, value: Any, /, *, tag: str | None = None) -> bool: ...
    def delete(self, key: Any, /) -> bool: ...
    def transact(self) -> AbstractContextManager[None]: ...


def refuse(cache: Any) -> None:
    """Refuse, or warn of, a cache that can't hold state which others rely on."""
    if any(kind.__name__ == "NullCache" for kind in type(cache).__mro__):
        raise TypeError("a NullCache keeps nothing, so everybody would be let in at once")
    if _trait(cache, "durable", False):
        raise TypeError("a durable cache may drop the delete that releases: use one that is not")
    policy = _trait(cache, "eviction_policy", "none")
    if policy != "none":
        warnings.warn(
            f"this cache evicts ({policy}), and what it evicts is free for the next to take:"
            " give coordination a cache of its own with eviction_policy='none'",
            stacklevel=4,
        )


def _trait(cache: Any, name: str, default: Any) -> Any:
    """An attribute, if there is one. A FanoutCache of diskcache 5.6 asserts that there is."""
    try:
        return getattr(cache, name)
    except (AttributeError, AssertionError):
        return default


def shard_of(cache: Any, key: Any) -> Any:
    """The part of a FanoutCache that holds the key, for its own `transact` locks every shard."""
    shards = getattr(cache, "_shards", None)
    return shards[cache._hash(key) % len(shards)] if shards else cache


def in_transaction(cache: Any) -> bool:
    """Whether this thread is inside `transact()` on this cache."""
    ask = getattr(cache, "in_transaction", None)
    if ask is not None:
        return bool(ask())
    return getattr(cache, "_txn_id", None) == threading.get_ident()


def refuse_to_wait(cache: Any) -> None:
    """Raise if this thread is inside a transaction: it would wait for one whom it keeps out."""
    if in_transaction(cache):
        raise RuntimeError("waiting inside transact() on the same cache: nobody could ever release")
    if any(in_transaction(other) for other in _others(cache)):
        raise TransactionBusy("it is taken, and waiting would block those who need the other cache")


def _others(cache: Any) -> Iterable[Any]:
    """The other caches of this process. diskcache-community has a list of them; else they are
    searched for, which takes a moment, but only at the beginning of a wait."""
    kind = next(kind for kind in type(cache).__mro__ if "transact" in vars(kind))
    registry = getattr(sys.modules.get(kind.__module__), "_CACHES", None)
    if registry is None:
        known = [thing for thing in gc.get_objects() if issubclass(type(thing), kind)]
    else:
        known = [reference() for reference in tuple(registry.data)]  # other threads may add to it
    return [other for other in known if other is not None and other is not cache]


class Store:
    """One key of a cache, with what a recipe needs: a glance, and atomic steps."""

    def __init__(self, cache: Any, key: Any, tag: str | None) -> None:
        refuse(cache)
        self.cache: Cache = shard_of(cache, key)
        self.key = key
        self.tag = tag
        # What lies beneath diskcache's own methods, if it is diskcache.
        self._transact = _trait(self.cache, "_transact", None)
        self._row = self._transact and _trait(self.cache, "_disk", None).put(key)
        _stores.add(self)

    def look(self) -> object:
        """What is written, or "" for nothing. Outside a step it may change at any moment."""
        return self._until_not_busy(self._read_alone)

    def claim(self, text: str) -> bool:
        """Write it if nothing is written. `add` alone is a transaction, and a cheap one. Raises
        Busy if it can't begin."""
        outer = in_transaction(self.cache)
        try:
            return self.cache.add(self.key, text, tag=self.tag)
        except BaseException as error:
            self._fail(error, outer)

    def forget(self, text: str) -> bool:
        """Delete what is written if it is just this text, where one statement can say so: whether
        that was done. Raises Busy if it can't begin."""
        if not self._transact:
            return False
        outer = in_transaction(self.cache)
        try:
            with self._transact() as (execute, _):
                return bool(execute(FORGET, (*self._row, text)).rowcount)
        except BaseException as error:
            self._fail(error, outer)

    def attempt(self, step: Callable[[], T]) -> T:
        """The result of a step that happens in one transaction. Raises Busy if it can't begin."""
        outer = in_transaction(self.cache)
        try:
            with self.cache.transact():
                return step()
        except BaseException as error:
            self._fail(error, outer)

    def insist(self, step: Callable[[], T], patience: float = math.inf) -> T:
        """The result of a step that happens in one transaction, however long the store is busy."""
        try:
            return self.attempt(step)
        except Busy:
            return self._until_not_busy(lambda: self.attempt(step), patience)

    def finish(self, work: Callable[[], T]) -> T:
        """The result of work that is done even if it is interrupted, for nobody would try again."""
        try:
            return work()
        except Exception:
            raise
        except BaseException:
            work()
            raise

    # Within a step:

    def read(self) -> object:
        """What is written, or "" for nothing."""
        return self.cache.get(self.key, "")

    def write(self, state: State) -> None:
        """Write the state. One that holds nobody needs no entry."""
        if state.holder or state.line:
            self.cache.set(self.key, str(state), tag=self.tag)
        else:
            self.cache.delete(self.key)

    def _until_not_busy(self, work: Callable[[], T], patience: float = math.inf) -> T:
        end = time.monotonic() + patience
        while True:
            try:
                return work()
            except Busy:
                refuse_to_wait(self.cache)
                if time.monotonic() > end:
                    raise
            time.sleep(pause(0, 0))

    def _read_alone(self) -> object:
        outer = in_transaction(self.cache)
        try:
            return self.read()
        except BaseException as error:
            self._fail(error, outer)

    def _fail(self, error: BaseException, outer: bool) -> NoReturn:
        """Tell a busy store from a broken one, and leave no transaction half open, but for an
        outer one, in which it all happened."""
        # diskcache says Timeout for whatever kept it from beginning, and hides the reason.
        begun = type(error).__name__ != "Timeout"
        cause = error if begun else error.__context__ or error
        busy = _is_busy(cause)
        if not isinstance(error, Exception):
            # An interrupted block of diskcache's may still be open, and would end in the middle
            # of a later transaction, whenever this traceback goes. It has to end now.
            traceback.clear_frames(error.__traceback__)
        if not outer and (begun or not busy):
            self._reset()
        if busy:
            raise Busy from None
        raise cause

    def _reset(self) -> None:
        """Drop this thread's connection. An interrupt, or a commit that failed, may have left it
        inside a transaction that nobody would end, and all others wait for."""
        with suppress(Exception):
            getattr(self.cache, "close", int)()
        self.forget_transaction(threading.get_ident())

    def forget_transaction(self, thread: int | None = None) -> None:
        """Let diskcache know that this thread (or any) is in no transaction after all."""
        cache: Any = self.cache
        marked = getattr(cache, "_txn_id", None)
        if marked is not None and thread in (None, marked):
            cache._txn_id = None


def _is_busy(error: BaseException) -> bool:
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


_stores: WeakSet[Store] = WeakSet()


def _after_fork() -> None:
    """A child is somebody else, and the transactions it was born into are its parent's.

    An interrupt may come before the first line, unheard. Hence `owner` looks at the pid as well,
    which would do alone, if pids were not used again.
    """
    _thread.pid = 0
    for store in list(_stores):
        store.forget_transaction()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


# --- waiting --------------------------------------------------------------------------------------


def pause(ahead: int, stay: float) -> float:
    """How long to sleep until the next look, with so many ahead, when nothing changed for `stay`.

    Who has stayed long is likely to stay on, who came just now may be gone in a moment; so one
    quarter of the stay, and more for those further back. Jitter keeps looks apart.
    """
    longest = min(FIRST + FURTHER * ahead, LONGEST)
    return min(max(stay * (ahead + 1) / 4, SHORTEST), longest) * random.uniform(0.75, 1.25)


class Bell:
    """What a waiter in line sleeps by, so that whoever makes way for it can wake it.

    It is a datagram socket whose name, the waiter's ticket, is in no folder (an abstract address,
    see unix(7)): however its process ends, nothing is left. To be rung is a hint and no more. Who
    wakes up looks; and who isn't called, for the other was killed just then, looks all the same.
    """

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._room = ""

    def __enter__(self) -> "Bell":
        return self

    def __exit__(self, *error: object) -> None:
        if self._socket:
            self._socket.close()
        self._socket, self._room = None, ""

    def hang(self, ticket: str) -> None:
        """From now on it can be rung, if there are bells here."""
        if self._socket is None and (here := room()):
            with suppress(OSError):  # no more files to be had, or not allowed: so there is none
                self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                self._socket.bind(_name(ticket))
                self._room = here

    def in_reach_of(self, other: Lease) -> bool:
        """Whether this one can ring it."""
        return self._room != "" and self._room == other.room

    def sleep(self, seconds: float) -> None:
        """Until it rings, but no longer than so many seconds."""
        if not self._socket or not self._room:
            time.sleep(seconds)
            return
        try:
            self._socket.settimeout(max(seconds, SHORTEST))
            self._socket.recv(1)
        except TimeoutError:
            pass
        except OSError:  # somebody has closed it
            self.__exit__()


def ring(waiter: Lease | None) -> None:
    """Wake this waiter, if there is one, and it has a bell."""
    if waiter and waiter.room:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as caller:
            caller.setblocking(False)
            caller.sendto(b"!", _name(waiter.ticket))


def _name(ticket: str) -> str:
    return f"\0kitchen-lock-{ticket}"


class Lock:
    """One at a time, over all threads and processes that open the same folder.

    `expire` is how many seconds a holder may stay; `tag` marks the entry, so that `evict(tag)`
    releases. One object may be shared by threads, and be inherited by forked processes: each holds
    and releases its own.

    >>> lock = Lock(office, "stock", expire=30)
    >>> with lock as number:
    ...     restock(number)
    """

    def __init__(
        self, cache: Any, key: Any, expire: float | None = None, tag: str | None = None
    ) -> None:
        if expire is not None and expire <= 0:
            raise ValueError(f"a lease of {expire} seconds is over before it begins")
        self._store = Store(cache, key, tag)
        self._key = key
        self._expire = math.inf if expire is None else expire
        self._lasts = repr(self._expire)
        # A killed waiter must not block the others longer than a killed holder would.
        self._place = max(0.1, min(PLACE, self._expire))
        self._number = 0  # the last that this object gave

    def __repr__(self) -> str:
        state = self._state()
        held = f"held with number {state.number}" if state.holder else "free"
        return f"<Lock {self._key!r}, {held}, {len(state.line)} waiting>"

    def locked(self) -> bool:
        """Whether somebody holds it: whether a lease lives at this moment."""
        return self._state().holder is not None

    def acquire(self, timeout: float | None = None) -> int:
        """Wait until it is ours, `timeout` seconds at most, and return its fencing number (≥ 1).

        Raises `TimeoutError` when the time is over; with `timeout=0` that is after one look. Raised
        and not returned, since `acquire(timeout=1)` whose result is forgotten would go on without
        the lock. Whatever is raised, an interrupt too, nothing is held and no place in line left.
        """
        if timeout is not None and timeout < 0:
            raise ValueError(f"a timeout of {timeout} seconds")
        now = time.monotonic()
        me = Lease(ticket(), now, now, self._expire)
        try:
            number = self._claim(me) or self._enter(me, join=False) or self._wait(me, timeout)
            if number:
                return number
            with suppress(Busy):  # a place falls out of the line by itself, after so long
                ring(self._store.insist(lambda: self._withdraw(me), PLACE))
        except BaseException:
            with suppress(Exception):  # the first error tells more
                ring(self._store.finish(lambda: self._store.insist(lambda: self._withdraw(me))))
            raise
        raise TimeoutError(f"lock {self._key!r} was not to be had within {timeout} seconds")

    def release(self) -> None:
        """Give it back. Raises `AssertionError` if this thread doesn't hold it (any more)."""
        held, heir = self._store.finish(self._give_back)
        ring(heir)
        if not held:
            raise AssertionError(f"lock {self._key!r} is not held by this thread (any more)")

    def __enter__(self) -> int:
        return self.acquire()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    def _state(self) -> State:
        return State.parse(self._store.look(), time.monotonic())

    def _claim(self, me: Lease) -> int:
        """Our number if nobody holds it or waits: then there is nothing to ask before writing."""
        number, since = self._next_number(0), repr(me.since)  # came just now
        text = f"{number}\n{me.ticket} {since} {since} {self._lasts}"  # as State writes it
        try:
            free = self._store.claim(text)
        except Busy:
            return 0
        # This lease began before the transaction. If that took long, it gets a new one, in one.
        if not free or time.monotonic() - me.since > SLACK * me.seconds:
            return 0
        _thread.claimed = text, me.since + me.seconds
        return number

    def _enter(self, me: Lease, join: bool) -> int:
        """Our number if it is our turn; else 0, with a fresh place in line if we `join` it."""
        try:
            number, until = self._store.attempt(lambda: self._ask(me, join))
        except Busy:
            return 0
        # A process that froze on its way here may come too late for its own lease.
        return number if time.monotonic() < until else 0

    def _ask(self, me: Lease, join: bool) -> tuple[int, float]:
        """The step: our number and the end of our lease, or zeros."""
        now = time.monotonic()
        state = State.parse(self._store.read(), now)
        if state.admits(me.ticket):
            number, inside = self._next_number(state.number), me.renewed(now, self._expire)
            self._store.write(State(number, inside, state.left(me).line))
            return number, inside.until
        if join:
            self._store.write(state.joined(me.renewed(now, self._place)))
        return 0, 0

    def _next_number(self, last: int) -> int:
        self._number = max(int(time.time() * 1e6), last + 1, self._number + 1)
        return self._number

    def _wait(self, me: Lease, timeout: float | None) -> int:
        """Our number once it is our turn; 0 when the time is over."""
        refuse_to_wait(self._store.cache)
        end = math.inf if timeout is None else me.came + timeout
        held, since, nap = False, me.came, pause(0, 0)
        with Bell() as bell:
            while (now := time.monotonic()) < end:
                bell.sleep(min(nap, end - now))
                text, now = self._store.look(), time.monotonic()
                state = State.parse(text, now)
                if state.holder:
                    since = state.holder.since
                elif held:
                    since = now  # somebody has just left
                held = state.holder is not None
                patience = PATIENCE if now - since > SHORT else 4 * PATIENCE
                join = now - me.came >= patience and not self._stands(me, state, now)
                if join:
                    bell.hang(me.ticket)  # before anybody could want to ring it
                number = self._enter(me, join) if join or state.admits(me.ticket) else 0
                if number:
                    return number
                nap = self._nap(me, state, now, since, bell)
        return 0

    def _nap(self, me: Lease, state: State, now: float, since: float, bell: Bell) -> float:
        """How long to sleep until the next look, when nothing has changed `since`."""
        ahead, before = state.ahead(me.ticket), state.before(me.ticket)
        if not before or not bell.in_reach_of(before):
            return pause(ahead, now - since)
        # It rings as it goes. If it is killed, its lease ends. And whatever else may be, the first
        # looks now and then; the others when it is time to renew their places.
        longest = self._place / 2 if ahead else min(self._place / 2, DEAF)
        return min(before.until - now, longest * random.uniform(0.75, 1))

    def _stands(self, me: Lease, state: State, now: float) -> bool:
        """Whether our place in line is there, and good for a while."""
        enough = 0.65 * self._place
        return any(p.ticket == me.ticket and p.until - now > enough for p in state.line)

    def _withdraw(self, me: Lease) -> Lease | None:
        """The step that takes back all that this call of `acquire` may have written. The heir."""
        state = State.parse(self._store.read(), time.monotonic())
        without = state.left(me)
        if without.holder and without.holder.ticket == me.ticket:
            without = without.freed()
        if without != state:
            self._store.write(without)
        return without.heir()

    def _give_back(self) -> tuple[bool, Lease | None]:
        """Compare and delete. Whether it was ours (if it was once, it goes as well); the heir."""
        owner()  # a forked child has claimed nothing
        text, until = _thread.claimed
        _thread.claimed = "", 0
        with suppress(Busy):
            if text and self._store.forget(text):  # nobody has changed it: nothing is to be read
                return time.monotonic() < until, None
        return self._store.insist(self._free)

    def _free(self) -> tuple[bool, Lease | None]:
        """The step of the same."""
        state = State.parse(self._store.read(), time.monotonic())
        ours = state.holder is not None and state.holder.is_of(owner())
        rest = state.freed() if ours else state
        self._store.write(rest)
        return ours, rest.heir()
