# mistake: heap-not-restored
"""Taken out of the middle; the heap isn't made a heap again."""

import asyncio
import heapq
from typing import Any


class _Visit:
    def __init__(self, gate: "PrioritySemaphore", priority: int) -> None:
        self.gate, self.priority = gate, priority

    async def __aenter__(self) -> None:
        await self.gate.enter(self.priority)

    async def __aexit__(self, kind: type | None, error: BaseException | None, trace: Any) -> bool:
        self.gate.leave()
        return False


class PrioritySemaphore:
    def __init__(self, value: int = 1) -> None:
        self.free = value
        self.line: list[tuple[int, int, asyncio.Future[None]]] = []
        self.came = 0

    def locked(self) -> bool:
        return self.free == 0

    def acquire(self, priority: int) -> _Visit:
        return _Visit(self, priority)

    async def enter(self, priority: int) -> None:
        if self.free:
            self.free -= 1
            return
        self.came += 1
        turn = asyncio.get_running_loop().create_future()
        entry = (priority, self.came, turn)
        heapq.heappush(self.line, entry)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self.leave()
            elif entry in self.line:
                self.line.remove(entry)
            raise

    def leave(self) -> None:
        while self.line:
            turn = heapq.heappop(self.line)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1
