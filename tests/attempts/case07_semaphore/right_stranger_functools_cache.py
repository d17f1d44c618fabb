"""A stranger's fix: functools cache."""

import asyncio
from functools import cache


@cache
def gate(supplier):
    return asyncio.Semaphore(supplier.limit)


async def order(supplier, crate):
    async with gate(supplier):
        return await supplier.deliver(crate)


async def restock(supplier, crates):
    return await asyncio.gather(*(order(supplier, c) for c in crates), return_exceptions=True)
