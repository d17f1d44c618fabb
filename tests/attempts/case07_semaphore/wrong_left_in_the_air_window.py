# mistake: left-in-the-air
"""A sliding window that forgets the calls in the air when it is cancelled."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    running = set()
    for crate in crates:
        if len(running) >= supplier.limit:
            _, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        running.add(asyncio.create_task(supplier.deliver(crate)))
    await asyncio.wait(running)
