# mistake: fire-and-forget
"""Plain gather with suppress: returns early, orders go on."""

import asyncio
import contextlib
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)

    with contextlib.suppress(Exception):
        await asyncio.gather(*(order(c) for c in crates))
