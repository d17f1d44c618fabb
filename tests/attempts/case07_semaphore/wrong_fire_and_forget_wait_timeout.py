# mistake: fire-and-forget
"""asyncio.wait gives up after its timeout and leaves the rest running in the background."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def deliver(gate: asyncio.Semaphore, supplier: Supplier, crate: int) -> None:
    async with gate:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    tasks = [asyncio.create_task(deliver(gate, supplier, crate)) for crate in crates]
    done, pending = await asyncio.wait(tasks, timeout=0.13)
    print(f"{len(done)} delivered, {len(pending)} on their way")
