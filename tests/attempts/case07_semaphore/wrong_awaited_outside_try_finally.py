# mistake: awaited-outside
"""Between acquire and release there is only the making of the coroutine, not its await."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

GATE = asyncio.Semaphore(Supplier.limit)


async def order(supplier, crate):
    await GATE.acquire()
    try:
        job = supplier.deliver(crate)
    finally:
        GATE.release()
    return await job


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(*[order(supplier, crate) for crate in crates], return_exceptions=True)
