# mistake: spinning
"""Sleep(0) loop that never ends (counter leaks, never decremented)."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    active = 0

    async def order(crate):
        nonlocal active
        while active >= supplier.limit:
            await asyncio.sleep(0)
        active += 1
        await supplier.deliver(crate)

    await asyncio.gather(*(order(c) for c in crates))
