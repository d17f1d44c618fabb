# remark: under-the-limit
"""A stranger's fix: cautious half."""

import asyncio
import math


async def restock(supplier, crates):
    # leave one place to other customers
    gate = asyncio.Semaphore(max(2, supplier.limit - 1))

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
