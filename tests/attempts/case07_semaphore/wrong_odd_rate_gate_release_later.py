# mistake: paced-by-the-clock
"""Gate place given back by call_later(0.05) not by the end of the call."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    loop = asyncio.get_running_loop()

    async def order(crate):
        await gate.acquire()
        loop.call_later(0.05, gate.release)
        await supplier.deliver(crate)

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
