# mistake: threading-primitive
"""A semaphore of threads stops the whole loop."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._gate = threading.Semaphore(value)
        self._free = value

    def locked(self) -> bool:
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        self._gate.acquire()
        self._free -= 1
        try:
            yield
        finally:
            self._free += 1
            self._gate.release()
