# mistake: needless-fetch
"""Case 17: a fetched value that equals the known one doesn't renew its time."""

import asyncio
from typing import NamedTuple

from kitchen import Office, PrioritySemaphore


class Reading(NamedTuple):
    """What a reader gets."""

    value: int
    stale: bool


class Slot(NamedTuple):
    value: int
    fresh_until: float
    keep_until: float


class StockCache:
    def __init__(
        self, office: Office, gate: PrioritySemaphore, *, fresh_for: float, keep_for: float
    ) -> None:
        self._office, self._gate = office, gate
        self._fresh_for, self._keep_for = fresh_for, keep_for
        self._slots: dict[str, Slot] = {}
        self._turns: dict[str, int] = {}
        self._jobs: dict[str, asyncio.Task[Slot | None]] = {}

    def _fill(self, key: str, value: int) -> Slot:
        now = asyncio.get_running_loop().time()
        slot = self._slots[key] = Slot(value, now + self._fresh_for, now + self._keep_for)
        return slot

    async def read(self, key: str, patience: float) -> Reading:
        now = asyncio.get_running_loop().time
        slot = self._slots.get(key)
        if slot is not None and now() <= slot.fresh_until:
            return Reading(slot.value, False)
        job = self._jobs.get(key)
        if job is None:
            job = asyncio.create_task(self._job(key))
            self._jobs[key] = job
            job.add_done_callback(lambda job: self._over(key, job))
        outcome = await asyncio.gather(self._bounded(job, patience), return_exceptions=True)
        slot = self._slots.get(key)
        if slot is not None and now() <= slot.keep_until:
            return Reading(slot.value, now() > slot.fresh_until)
        if isinstance(outcome[0], Exception):
            raise outcome[0]
        raise TimeoutError

    async def _bounded(self, job: asyncio.Task[Slot | None], patience: float) -> None:
        async with asyncio.timeout(patience):
            await asyncio.shield(job)

    def _over(self, key: str, job: asyncio.Task[Slot | None]) -> None:
        if self._jobs.get(key) is job:
            self._jobs.pop(key)
        if not job.cancelled():
            job.exception()

    async def _job(self, key: str) -> Slot | None:
        now = asyncio.get_running_loop().time
        async with self._gate.acquire(10):
            slot = self._slots.get(key)
            if slot is not None and now() <= slot.fresh_until:
                return slot
            turn = self._turns.get(key, 0)
            value = await self._office.fetch(key)
            if turn != self._turns.get(key, 0):
                return self._slots.get(key)
            slot = self._slots.get(key)
            return slot if slot is not None and slot.value == value else self._fill(key, value)

    async def write(self, key: str, value: int) -> None:
        async with self._gate.acquire(0):
            await self._office.store(key, value)
            self._turns[key] = self._turns.get(key, 0) + 1
            self._fill(key, value)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 17`
    __import__("kitchen").run(__file__)
