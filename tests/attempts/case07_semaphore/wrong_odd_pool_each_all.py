# mistake: plain
"""Each worker delivers all crates: duplicates."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async def worker():
        for crate in crates:
            await supplier.deliver(crate)

    await asyncio.gather(*(worker() for _ in range(supplier.limit)))
