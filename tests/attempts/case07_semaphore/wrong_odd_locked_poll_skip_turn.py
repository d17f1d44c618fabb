# mistake: plain
"""Acquires only if not locked, else sleeps once and then goes in without a place."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        if gate.locked():
            await asyncio.sleep(0.06)
        await gate.acquire() if not gate.locked() else None
        try:
            await supplier.deliver(crate)
        finally:
            gate.release()

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
