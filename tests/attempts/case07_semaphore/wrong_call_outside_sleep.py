# mistake: call-outside
"""A pause is taken inside the gate, and the delivery is asked for after it."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        async with gate:
            await asyncio.sleep(0.01)
        await supplier.deliver(crate)

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
