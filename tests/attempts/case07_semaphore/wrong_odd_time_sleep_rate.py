# mistake: blocks-the-loop
"""Time.sleep between starting orders (blocks, rate limiting)."""

import asyncio
import time
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    tasks = []
    for crate in crates:
        tasks.append(asyncio.create_task(supplier.deliver(crate)))
        time.sleep(0.01)
    await asyncio.gather(*tasks, return_exceptions=True)
