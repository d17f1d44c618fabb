"""The well-known gather_with_limit helper: wrap every awaitable so that it waits for a place."""

import asyncio
from collections.abc import Awaitable, Sequence

from kitchen import Supplier


async def gather_with_limit(limit: int, *jobs: Awaitable) -> list:
    semaphore = asyncio.Semaphore(limit)

    async def run(job):
        async with semaphore:
            return await job

    return await asyncio.gather(*(run(job) for job in jobs), return_exceptions=True)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await gather_with_limit(supplier.limit, *(supplier.deliver(crate) for crate in crates))
