# remark: another-error
"""Cancelled, it says so by an error of its own."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    try:
        await asyncio.gather(*(order(crate) for crate in crates))
    except asyncio.CancelledError:
        raise RuntimeError("restock was interrupted") from None
