# mistake: plain
"""A window that is filled by as many as the limit, however few have left it."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

from itertools import islice


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    rest = iter(crates)
    running: set[asyncio.Task] = set()
    try:
        while True:
            running |= {
                asyncio.create_task(supplier.deliver(c)) for c in islice(rest, supplier.limit)
            }
            if not running:
                return
            done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
    finally:
        for task in running:
            task.cancel()
