# mistake: patience-not-kept
import asyncio
import threading
from typing import NamedTuple

from kitchen import Office, PrioritySemaphore


class Reading(NamedTuple):
    """What a reader gets."""

    value: int
    stale: bool


class StockCache:
    def __init__(
        self, office: Office, gate: PrioritySemaphore, *, fresh_for: float, keep_for: float
    ) -> None:
        self._office, self._gate = office, gate
        self._fresh_for, self._keep_for = fresh_for, keep_for
        self._lock = threading.Lock()
        self._known: dict[str, tuple[int, float]] = {}
        self._writes: dict[str, int] = {}
        self._flights: dict[str, asyncio.Task[None]] = {}

    def _look(self, key: str) -> tuple[int, float] | None:
        with self._lock:
            return self._known.get(key)

    def _age(self, key: str) -> float:
        known = self._look(key)
        if known is None:
            return float("inf")
        return asyncio.get_running_loop().time() - known[1]

    def _put(self, key: str, value: int) -> None:
        with self._lock:
            self._known[key] = (value, asyncio.get_running_loop().time())

    async def _fetch(self, key: str) -> None:
        async with self._gate.acquire(10):
            if self._age(key) <= self._fresh_for:
                return
            writes = self._writes.get(key, 0)
            value = await self._office.fetch(key)
            if self._writes.get(key, 0) == writes:
                self._put(key, value)

    async def read(self, key: str, patience: float) -> Reading:
        """What is left of `key`."""
        if self._age(key) > self._fresh_for:
            flight = self._flights.get(key)
            if flight is None or flight.done():
                flight = self._flights[key] = asyncio.create_task(self._fetch(key))
                flight.add_done_callback(lambda f: f.cancelled() or f.exception())
            done = threading.Event()
            flight.add_done_callback(lambda _: done.set())
            await asyncio.to_thread(done.wait, patience)
        known, age = self._look(key), self._age(key)
        if known is not None and age <= self._keep_for:
            return Reading(known[0], stale=age > self._fresh_for)
        if flight.done() and not flight.cancelled() and (error := flight.exception()):
            raise error
        raise TimeoutError("nothing fit to serve")

    async def write(self, key: str, value: int) -> None:
        """So much is left of `key` now: the office is told."""
        async with self._gate.acquire(0):
            await self._office.store(key, value)
            self._writes[key] = self._writes.get(key, 0) + 1
            self._put(key, value)
