# mistake: swallows-cancel
"""A bare except in every lane takes the cancel for one more failed crate and goes on."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def lane(supplier: Supplier, crates: Sequence[int]) -> None:
    for crate in crates:
        try:
            await supplier.deliver(crate)
        except:
            continue


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    limit = supplier.limit
    await asyncio.gather(*(lane(supplier, crates[number::limit]) for number in range(limit)))
