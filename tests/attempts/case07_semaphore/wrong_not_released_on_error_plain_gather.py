# mistake: not-released-on-error
"""The first spoiled crate ends restock, and the tasks left behind wait for places that are lost."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def fetch(gate: asyncio.Semaphore, supplier: Supplier, crate: int) -> None:
    await gate.acquire()
    await supplier.deliver(crate)
    gate.release()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    jobs = [asyncio.create_task(fetch(gate, supplier, crate)) for crate in crates]
    await asyncio.gather(*jobs)
