# mistake: stops-at-spoiled
"""`while crate := ...` ends at crate 0 (if any) - plus worker dies on Spoiled with gather return_exceptions."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    it = iter(crates)

    async def worker():
        for crate in it:
            await supplier.deliver(crate)

    await asyncio.gather(*(worker() for _ in range(supplier.limit)), return_exceptions=True)
