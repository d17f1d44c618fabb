# mistake: fixed-number
"""The limiter's default of five is used because nobody passes the supplier's own limit."""

import asyncio
from collections.abc import Awaitable, Sequence

from kitchen import Supplier


async def gather_limited(jobs: Sequence[Awaitable], limit: int = 5) -> list:
    gate = asyncio.Semaphore(limit)

    async def run(job):
        async with gate:
            return await job

    return await asyncio.gather(*map(run, jobs), return_exceptions=True)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await gather_limited([supplier.deliver(crate) for crate in crates])
