# mistake: no-gate
"""TooBusy is caught and printed, which doesn't make the supplier any less busy."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier, TooBusy


async def deliver(supplier: Supplier, crate: int) -> None:
    try:
        await supplier.deliver(crate)
    except TooBusy:
        print(f"crate {crate} was turned away")


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(supplier, crate))
