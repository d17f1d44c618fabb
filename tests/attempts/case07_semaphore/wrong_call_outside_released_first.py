# mistake: call-outside
"""Waits for room at the gate, leaves it again and only then makes the call."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def wait_for_room(gate: asyncio.Semaphore) -> None:
    await gate.acquire()
    gate.release()


async def deliver(gate, supplier, crate):
    await wait_for_room(gate)
    await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    await asyncio.gather(*(deliver(gate, supplier, crate) for crate in crates))
