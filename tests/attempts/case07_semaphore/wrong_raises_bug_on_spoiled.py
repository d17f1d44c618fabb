# mistake: raises
"""What is noted of a spoiled crate is noted on something that isn't there."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    spoiled = None

    async def order(crate: int) -> None:
        async with gate:
            try:
                await supplier.deliver(crate)
            except Spoiled:
                spoiled.append(crate)

    await asyncio.gather(*(order(crate) for crate in crates))
