# mistake: never-woken
"""Event cleared before waiting by each waiter: lost wake-ups, hang."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    free = asyncio.Event()
    active = 0

    async def order(crate):
        nonlocal active
        if active >= supplier.limit:
            free.clear()
            await free.wait()
        active += 1
        await supplier.deliver(crate)
        active -= 1
        if active == 0 and crate < 0:
            free.set()

    await asyncio.gather(*(order(c) for c in crates))
