# mistake: threading-primitive
"""Tokens in a queue of the queue module; get() on an empty one never gives up its turn."""

import asyncio
from collections.abc import Sequence
from queue import Queue

from kitchen import Supplier


class Tokens:
    def __init__(self, count: int) -> None:
        self.queue = Queue()
        for number in range(count):
            self.queue.put(number)

    async def deliver(self, supplier: Supplier, crate: int) -> None:
        token = self.queue.get()
        try:
            await supplier.deliver(crate)
        finally:
            self.queue.put(token)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    tokens = Tokens(supplier.limit)
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(tokens.deliver(supplier, crate))
