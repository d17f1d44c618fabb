"""A window of tasks: when it is full, wait for one to finish before starting the next."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    running = set()
    try:
        for crate in crates:
            if len(running) >= supplier.limit:
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            running.add(asyncio.create_task(supplier.deliver(crate)))
        await asyncio.gather(*running)
    finally:
        for task in running:
            task.cancel()
