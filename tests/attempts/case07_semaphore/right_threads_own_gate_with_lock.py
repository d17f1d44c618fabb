"""A gate of one's own whose insides are guarded by a threading.Lock, which is never held over an
await."""

import asyncio
import threading
from collections import deque
from collections.abc import Sequence

from kitchen import Supplier


class Gate:
    def __init__(self, places: int) -> None:
        self._lock = threading.Lock()
        self._free = places
        self._line: deque[asyncio.Future[None]] = deque()

    async def __aenter__(self) -> None:
        with self._lock:
            if self._free > 0:
                self._free -= 1
                return
            mine = asyncio.get_running_loop().create_future()
            self._line.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.cancelled():
                with self._lock:
                    if mine in self._line:
                        self._line.remove(mine)
            else:
                self._give_back()
            raise

    async def __aexit__(self, *_: object) -> None:
        self._give_back()

    def _give_back(self) -> None:
        with self._lock:
            while self._line:
                first = self._line.popleft()
                if not first.done():
                    first.set_result(None)
                    return
            self._free += 1


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = Gate(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(order(crate))
