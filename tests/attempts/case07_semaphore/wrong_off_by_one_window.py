# mistake: off-by-one
"""The window is allowed to grow to one more than the limit before anybody waits."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    running = set()
    try:
        for crate in crates:
            running.add(asyncio.create_task(supplier.deliver(crate)))
            if len(running) > supplier.limit:
                _, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait(running)
    finally:
        for task in running:
            task.cancel()
