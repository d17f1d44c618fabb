# mistake: test-then-count
"""Condition with `if` instead of `while`."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    cond = asyncio.Condition()
    active = 0

    async def order(crate):
        nonlocal active
        async with cond:
            if active >= supplier.limit:
                await cond.wait()
            active += 1
        try:
            await supplier.deliver(crate)
        finally:
            async with cond:
                active -= 1
                cond.notify_all()

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
