"""An unsorted list; the best of those still alive gets the place."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self.value = value
        self.inside = 0
        self.waiting: list[tuple[int, int, asyncio.Future[bool]]] = []
        self.came = 0

    def locked(self) -> bool:
        return self.inside >= self.value

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        if self.locked():
            self.came += 1
            future = asyncio.get_running_loop().create_future()
            entry = (priority, self.came, future)
            self.waiting.append(entry)
            try:
                await future
            except asyncio.CancelledError:
                if entry in self.waiting:
                    self.waiting.remove(entry)
                if not future.cancelled():
                    self.pass_on()
                raise
        else:
            self.inside += 1
        try:
            yield
        finally:
            self.pass_on()

    def pass_on(self) -> None:
        alive = [entry for entry in self.waiting if not entry[2].done()]
        if alive:
            best = min(alive, key=lambda entry: entry[:2])
            self.waiting.remove(best)
            best[2].set_result(True)
        else:
            self.inside -= 1
