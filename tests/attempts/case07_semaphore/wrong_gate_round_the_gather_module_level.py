# mistake: gate-round-the-gather
"""A gate at module level, taken once per restock and not once per delivery."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.Semaphore(Supplier.limit)


async def deliver_all(supplier, crates):
    tasks = [asyncio.create_task(supplier.deliver(crate)) for crate in crates]
    await asyncio.gather(*tasks)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await gate.acquire()
    try:
        await deliver_all(supplier, crates)
    finally:
        gate.release()
