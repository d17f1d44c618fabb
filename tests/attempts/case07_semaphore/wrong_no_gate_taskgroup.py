# mistake: no-gate
"""A task for every crate and nothing to hold them back; the first refusal ends the group."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(supplier.deliver(crate))
