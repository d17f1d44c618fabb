"""A gate keeps us under the limit; should we be turned away all the same, we ask again."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier, TooBusy


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        async with gate:
            while True:
                try:
                    return await supplier.deliver(crate)
                except TooBusy:
                    await asyncio.sleep(0.05)

    await asyncio.gather(*(deliver(crate) for crate in crates))
