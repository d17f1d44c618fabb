# mistake: acquire-not-awaited
"""gate.acquire() is called but not awaited, so nobody waits at the gate."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        gate.acquire()
        try:
            await supplier.deliver(crate)
        finally:
            gate.release()

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
