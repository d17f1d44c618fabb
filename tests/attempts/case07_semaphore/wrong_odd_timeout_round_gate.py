# mistake: gives-up-in-line
"""A timeout round gate + call: those in line give up."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        try:
            async with asyncio.timeout(0.2):
                async with gate:
                    await supplier.deliver(crate)
        except TimeoutError:
            pass

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
