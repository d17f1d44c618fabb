"""Case 14: who is next? A semaphore whose waiters have priorities.

The critic is at the door, and the gate lets in whoever is first in its heap. It works as long as
all priorities differ and nobody changes his mind; the kitchen's guests do both.

Mend `PrioritySemaphore`. The guests come through `async with gate.acquire(priority)`, call the
supplier inside and leave; the lower number is the more urgent one. What is promised:
- never more than `value` guests are inside;
- a free place goes at once (within 20 ms) to the most urgent who waits; among equals to the one who
  came first, and a guest who leaves and asks again comes last among its equals;
- a guest who is cancelled while waiting is out at once and costs nothing: whether it was cancelled
  before, after or in the very turn in which it got its place;
- whatever is raised inside, a cancellation or a TimeoutError of the guest's own included, comes out
  unchanged and gives the place back;
- afterwards, when all is quiet, exactly `value` guests can be inside;
- `locked()` is true exactly when a newcomer would have to wait.

Leave the names and the arguments alone: `PrioritySemaphore(value)`, `acquire(priority)`, which
gives an async context manager, and `locked()`.
"""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class PrioritySemaphore:
    """Lets `value` guests in at once, the most urgent first."""

    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._line: list[tuple[int, asyncio.Future[None]]] = []  # a heap of (priority, place)

    def locked(self) -> bool:
        """Whether a newcomer would have to wait."""
        return self._free == 0

    @asynccontextmanager
    async def acquire(self, priority: int) -> AsyncIterator[None]:
        """Wait for a place, keep it for the length of the block."""
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, (priority, place))
        self._next()
        try:
            await place
            yield
        finally:
            self._free += 1
            self._next()

    def _next(self) -> None:
        if self._free and self._line:
            self._free -= 1
            heapq.heappop(self._line)[1].set_result(None)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 14`
    __import__("kitchen").run(__file__)
