# mistake: keeps-the-stove
"""Busy loop without await."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    active = 0

    async def order(crate):
        nonlocal active
        while active >= supplier.limit:
            pass
        active += 1
        try:
            await supplier.deliver(crate)
        finally:
            active -= 1

    await asyncio.gather(*(order(c) for c in crates))
