"""The gate lives at module level and the first spoiled crate is raised to the caller."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

LIMIT = Supplier.limit
GATE = asyncio.Semaphore(LIMIT)


async def one_crate(supplier: Supplier, crate: int) -> None:
    async with GATE:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    jobs = [one_crate(supplier, crate) for crate in crates]
    await asyncio.gather(*jobs)
