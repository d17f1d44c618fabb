# mistake: paced-by-the-clock
"""Timers start the orders, a fifth of a delivery apart; nobody counts who is still inside."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    loop = asyncio.get_running_loop()
    done = loop.create_future()
    tasks: list[asyncio.Task] = []

    def start(crate: int) -> None:
        tasks.append(asyncio.create_task(supplier.deliver(crate)))
        if len(tasks) == len(crates):
            done.set_result(None)

    handles = [
        loop.call_later(n * (0.051 / supplier.limit), start, crate)
        for n, crate in enumerate(crates)
    ]
    try:
        await done
        await asyncio.gather(*tasks)
    finally:
        for handle in handles:
            handle.cancel()
        for task in tasks:
            task.cancel()
