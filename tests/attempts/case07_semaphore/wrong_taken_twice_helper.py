# mistake: taken-twice
"""The order takes a place and then calls a helper that wants one too."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

gate = asyncio.Semaphore(Supplier.limit)


async def call_supplier(supplier: Supplier, crate: int) -> None:
    async with gate:
        await supplier.deliver(crate)


async def order(supplier: Supplier, crate: int) -> None:
    async with gate:
        print(f"ordering crate {crate}")
        await call_supplier(supplier, crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(*(order(supplier, crate) for crate in crates))
