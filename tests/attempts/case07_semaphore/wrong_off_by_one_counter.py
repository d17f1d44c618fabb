# mistake: off-by-one
"""Waits while more than the limit are inside, and so lets one more in when it is full."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    inside = 0

    async def deliver(crate: int) -> None:
        nonlocal inside
        while inside > supplier.limit:
            await asyncio.sleep(0.01)
        inside += 1
        try:
            await supplier.deliver(crate)
        finally:
            inside -= 1

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
