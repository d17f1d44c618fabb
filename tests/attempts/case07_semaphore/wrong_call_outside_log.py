# mistake: call-outside
"""Only the log line is behind the gate; the call comes one indent too early."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.Semaphore(Supplier.limit)


async def deliver(supplier: Supplier, crate: int) -> None:
    async with gate:
        print(f"asking for crate {crate}")
    await supplier.deliver(crate)
    print(f"crate {crate} is here")


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(supplier, crate))
