# mistake: first-come
"""Case 14: asyncio's own semaphore."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._gate = asyncio.Semaphore(value)

    def locked(self) -> bool:
        return self._gate.locked()

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        async with self._gate:
            yield


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 14`
    __import__("kitchen").run(__file__)
