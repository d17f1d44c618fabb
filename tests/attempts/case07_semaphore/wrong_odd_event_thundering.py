# mistake: test-then-count
"""Event used as gate: all waiters wake at once without test again."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    free = asyncio.Event()
    free.set()
    active = 0

    async def order(crate):
        nonlocal active
        await free.wait()
        active += 1
        if active >= supplier.limit:
            free.clear()
        try:
            await supplier.deliver(crate)
        finally:
            active -= 1
            free.set()

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
