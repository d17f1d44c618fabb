"""Looks at gate.locked() for its message only; every crate goes through the gate all the same."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def deliver(crate: int) -> None:
        if gate.locked():
            print(f"crate {crate} has to wait")
        async with gate:
            await supplier.deliver(crate)

    tasks = [asyncio.create_task(deliver(crate)) for crate in crates]
    await asyncio.gather(*tasks)
