# mistake: hidden-error
"""Missing nonlocal: UnboundLocalError hidden by return_exceptions."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    active = 0

    async def order(crate):
        while active >= supplier.limit:
            await asyncio.sleep(0.01)
        active += 1
        try:
            await supplier.deliver(crate)
        finally:
            active -= 1

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
