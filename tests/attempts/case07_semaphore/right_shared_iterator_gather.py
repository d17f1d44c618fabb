# remark: gives-up-on-spoiled
"""Workers share one iterator, so each takes the next crate as soon as it is free."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    todo = iter(crates)

    async def worker():
        for crate in todo:
            await supplier.deliver(crate)

    await asyncio.gather(*(worker() for _ in range(supplier.limit)))
