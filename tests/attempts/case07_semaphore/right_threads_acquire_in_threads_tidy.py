"""The place is waited for in a pool of its own (threading.Condition), and whoever is cancelled there
wakes its thread up."""

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


class Door:
    def __init__(self, places: int) -> None:
        self._changed = threading.Condition()
        self._free, self._shut = places, False

    def enter(self) -> bool:
        with self._changed:
            self._changed.wait_for(lambda: self._shut or self._free > 0)
            if self._shut:
                return False
            self._free -= 1
            return True

    def leave(self) -> None:
        with self._changed:
            self._free += 1
            self._changed.notify()

    def shut(self) -> None:
        with self._changed:
            self._shut = True
            self._changed.notify_all()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    loop = asyncio.get_running_loop()
    door = Door(supplier.limit)
    pool = ThreadPoolExecutor(1)  # one who waits at the door is enough

    async def order(crate: int) -> None:
        if not await loop.run_in_executor(pool, door.enter):
            raise RuntimeError("shut")
        try:
            await supplier.deliver(crate)
        finally:
            door.leave()

    try:
        async with asyncio.TaskGroup() as group:
            for crate in crates:
                group.create_task(order(crate))
    finally:
        door.shut()
        pool.shutdown(cancel_futures=True)
