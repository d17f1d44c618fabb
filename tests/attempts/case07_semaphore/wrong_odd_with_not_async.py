# mistake: raises
"""`with` in place of `async with`."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        with gate:
            await supplier.deliver(crate)

    await asyncio.gather(*(order(c) for c in crates))
