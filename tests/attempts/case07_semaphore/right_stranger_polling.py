# remark: polling
"""A stranger's fix: polling."""

import asyncio


async def restock(supplier, crates):
    under_way = 0

    async def order(crate):
        nonlocal under_way
        while under_way >= supplier.limit:
            await asyncio.sleep(0.005)
        under_way += 1
        try:
            await supplier.deliver(crate)
        finally:
            under_way -= 1

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
