# mistake: failure-told
"""Case 17: old readers' error: a failure is kept and raised to later readers who lose their patience, too."""

import asyncio
from collections import Counter
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
        self._known: dict[str, tuple[int, float]] = {}
        self._news = asyncio.Condition()
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._ended: Counter[str] = Counter()
        self._errors: dict[str, tuple[int, Exception]] = {}

    def _get(self, key: str, limit: float) -> Reading | None:
        if key in self._known:
            value, since = self._known[key]
            age = asyncio.get_running_loop().time() - since
            if age <= limit:
                return Reading(value, age > self._fresh_for)
        return None

    async def read(self, key: str, patience: float) -> Reading:
        if reading := self._get(key, self._fresh_for):
            return reading
        if key not in self._busy:
            self._busy[key] = asyncio.create_task(self._refresh(key))
        run = self._ended[key]
        try:
            async with asyncio.timeout(patience):
                async with self._news:
                    await self._news.wait_for(
                        lambda: (
                            self._ended[key] > run or self._get(key, self._fresh_for) is not None
                        )
                    )
        except TimeoutError:
            pass
        if reading := self._get(key, self._keep_for):
            return reading
        number, error = self._errors.get(key, (0, None))
        if error is not None:
            raise error
        raise TimeoutError(key)

    async def _refresh(self, key: str) -> None:
        error: Exception | None = None
        try:
            async with self._gate.acquire(10):
                if self._get(key, self._fresh_for) is None:
                    old = self._known.get(key)
                    new = await self._office.fetch(key)
                    if self._known.get(key) is old:
                        self._known[key] = (new, asyncio.get_running_loop().time())
        except Exception as exc:
            error = exc
        self._ended[key] += 1
        if error is not None:
            self._errors[key] = (self._ended[key], error)
        del self._busy[key]
        async with self._news:
            self._news.notify_all()

    async def write(self, key: str, value: int) -> None:
        async with self._gate.acquire(0):
            await self._office.store(key, value)
            self._known[key] = (value, asyncio.get_running_loop().time())
        async with self._news:
            self._news.notify_all()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 17`
    __import__("kitchen").run(__file__)
