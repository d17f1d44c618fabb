# mistake: spinning
"""Time.sleep while waiting for a free place: deadlock of the loop."""

import asyncio
import time
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    active = 0

    async def order(crate):
        nonlocal active
        while active >= supplier.limit:
            time.sleep(0.01)
        active += 1
        try:
            await supplier.deliver(crate)
        finally:
            active -= 1

    await asyncio.gather(*(order(c) for c in crates))
