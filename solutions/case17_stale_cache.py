"""Case 17, solved: a cache whose readers never wait longer than they can.

    cache = StockCache(office, gate, fresh_for=2.0, keep_for=10.0)

    reading = await cache.read("soup", patience=0.1)  # a Reading: value, and whether it is stale
    await cache.write("soup", 7)

How it works:
- **The fetch is nobody's.** A read that finds no fresh value starts a task for its key, or joins
  the one that runs. It waits beside it (`asyncio.wait`, which cuts nothing off), as long as its
  patience lasts. A reader who loses patience or is cancelled just goes; the fetch ends, for the
  next one.
- **Two ages.** Up to `fresh_for` a value is served as it is. Up to `keep_for` it is served to
  those who have waited in vain, marked stale. What is older is served to nobody.
- **A write counts.** It raises the key's count of writes when it ends. A fetch looks at the count
  when it begins and when it ends, and if it has changed drops what it brought: that may be the
  value from before the write.
- **A failure is not kept.** It reaches the readers who wait and have nothing else to get. The
  next read tries again.
- **A second look.** A refresh waits at the gate, and in the meantime a write may have made it
  needless. So it looks again when it is in.
- **One write of a key at a time,** in the order in which they got their places: so what is cached
  last is what the office got last.

Costs: a fresh read is one look into a dictionary and doesn't touch the gate. Otherwise a timer
and a callback for each reader who waits, one task and one place for each key that is being
fetched.

Trade-offs:
- Those who have only a stale value wait for the fresh one with all their patience. It makes
  values fresher and reads slower. With a patience of 0 the stale value comes at once, and the
  fetch goes on behind (it is the next reader who profits): that is HTTP's stale-while-revalidate.
- Each read after a failed fetch begins another. While the office is down, that is one call after
  the other for each key in demand: one at a time, but without a pause. Add a back-off if that
  hurts.
- A write that fails or is cut off may have reached the office or not. What is cached is kept, but
  is not taken for fresh any more: it is served marked stale, and the next read fetches.
- A write has no patience of its own, and nobody inside the gate is thrown out: it may have to
  wait for the rest of one fetch. Use `asyncio.timeout` round it. A second write of a key holds
  its place while the first is being stored.
- A fetch that never ends occupies its place and its key for ever, and readers get what there is
  until `keep_for`. If the office can hang, put an `asyncio.timeout` round `fetch` in `_refresh`.
- Every key ever used stays in memory. Keys that anybody can invent need a bound (an LRU).
- For one event loop and one process. Others who write to the office are seen after `fresh_for`.
"""

import asyncio
from dataclasses import dataclass, field
from typing import NamedTuple

from kitchen import Office, PrioritySemaphore

WRITE, REFRESH = 0, 10
"""The priorities at the gate: the lower goes first."""


class Reading(NamedTuple):
    """What a reader gets."""

    value: int
    stale: bool


class _Value(NamedTuple):
    """What is known of a key."""

    value: int
    since: float  # when its fetch or its write ended
    sure: bool = True  # False when a write failed since: nobody knows what the office has


@dataclass(slots=True, eq=False)
class _Slot:
    """All that belongs to one key."""

    known: _Value | None = None
    writes: int = 0  # how many have ended, well or badly
    refresh: "asyncio.Task[bool] | None" = None  # the one under way; this is what keeps it alive
    storing: asyncio.Lock = field(default_factory=asyncio.Lock)


class StockCache:
    """Values of the office, kept for a while; readers with patience, writers with precedence.

    gate: with as many places as the office has lines. It may be shared with others who call there.
    fresh_for: for so many seconds a value is as good as new, and nobody asks the office.
    keep_for: for so many seconds it is better than none.
    """

    def __init__(
        self, office: Office, gate: PrioritySemaphore, *, fresh_for: float, keep_for: float
    ) -> None:
        if not 0 <= fresh_for <= keep_for:
            raise ValueError(f"0 <= fresh_for <= keep_for must hold, not {fresh_for}, {keep_for}")
        self._office = office
        self._gate = gate
        self._fresh_for = fresh_for
        self._keep_for = keep_for
        self._slots: dict[str, _Slot] = {}

    def __repr__(self) -> str:
        refreshing = sum(slot.refresh is not None for slot in self._slots.values())
        return f"<StockCache, {len(self._slots)} keys, {refreshing} being fetched>"

    async def read(self, key: str, patience: float) -> Reading:
        """The value of `key`, within `patience` seconds; 0 or less: what there is, at once.

        Waits for a fresh value; when patience ends or the fetch fails, gives the stale one. If
        there is none young enough: TimeoutError, or the error of the fetch.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + patience
        slot = self._slot(key)
        while True:
            reading = self._reading(slot)
            if reading is not None and not reading.stale:
                return reading
            refresh = slot.refresh
            if refresh is None or refresh.done():
                refresh = self._begin(key, slot)
            await asyncio.wait([refresh], timeout=deadline - loop.time())
            done = refresh.done() and not refresh.cancelled()
            failed = done and refresh.exception() is not None
            overtaken = done and not failed and not refresh.result()
            if overtaken:
                continue  # by a write: what it wrote is there, or another fetch is needed
            reading = self._reading(slot)
            if reading is not None:
                return reading
            if failed:
                refresh.result()  # raises the error of the fetch
            raise TimeoutError(f"no value of {key!r} within {patience:g} s")

    async def write(self, key: str, value: int) -> None:
        """Store it in the office, before any refresh that waits; from then on readers get it."""
        slot = self._slot(key)
        async with self._gate.acquire(WRITE), slot.storing:
            try:
                await self._office.store(key, value)
            except BaseException:  # a cancellation, too: was it stored, or not?
                if slot.known is not None:
                    slot.known = slot.known._replace(sure=False)
                raise
            else:
                slot.known = _Value(value, asyncio.get_running_loop().time())
            finally:
                slot.writes += 1

    def _slot(self, key: str) -> _Slot:
        slot = self._slots.get(key)
        if slot is None:
            slot = self._slots[key] = _Slot()
        return slot

    def _reading(self, slot: _Slot) -> Reading | None:
        """What may be served now."""
        known = slot.known
        if known is None:
            return None
        age = asyncio.get_running_loop().time() - known.since
        if age > self._keep_for:
            return None
        return Reading(known.value, stale=age > self._fresh_for or not known.sure)

    def _begin(self, key: str, slot: _Slot) -> "asyncio.Task[bool]":
        """Start the refresh. The slot keeps it until it is done, however it ends."""

        def ended(task: "asyncio.Task[bool]") -> None:
            if slot.refresh is task:
                slot.refresh = None
            if not task.cancelled():
                task.exception()  # looked at: if nobody waited for it, it isn't worth a complaint

        slot.refresh = asyncio.get_running_loop().create_task(
            self._refresh(key, slot), name=f"refresh {key}"
        )
        slot.refresh.add_done_callback(ended)
        return slot.refresh

    async def _refresh(self, key: str, slot: _Slot) -> bool:
        """Fetch, and keep what comes, unless a write was quicker. True: the value is a new one."""
        async with self._gate.acquire(REFRESH):
            reading = self._reading(slot)
            if reading is not None and not reading.stale:
                return True  # written while we stood in line
            writes = slot.writes
            value = await self._office.fetch(key)
            if slot.writes != writes:
                return False
            slot.known = _Value(value, asyncio.get_running_loop().time())
            return True
