# mistake: released-without-holding
"""One gate per limit is kept in a dict, and the finally releases it even if acquire was cut off."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gates: dict[int, asyncio.Semaphore] = {}


async def deliver(gate: asyncio.Semaphore, supplier: Supplier, crate: int) -> None:
    try:
        await gate.acquire()
        await supplier.deliver(crate)
    finally:
        gate.release()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    if supplier.limit not in gates:
        gates[supplier.limit] = asyncio.Semaphore(supplier.limit)
    gate = gates[supplier.limit]
    await asyncio.gather(*(deliver(gate, supplier, crate) for crate in crates))
