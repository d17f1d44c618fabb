# mistake: threading-primitive
"""Case 15: a semaphore of threads."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self._gate = threading.Semaphore(value)
        self._value = value

    def locked(self) -> bool:
        return self._gate._value == 0

    @asynccontextmanager
    async def acquire(self, priority: int, ttl: float | None = None) -> AsyncIterator[None]:
        self._gate.acquire()
        try:
            yield
        finally:
            self._gate.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 15`
    __import__("kitchen").run(__file__)
