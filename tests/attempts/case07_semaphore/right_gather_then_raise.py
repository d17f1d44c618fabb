"""Deliver everything that can be delivered, then raise what went wrong as one group."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def one(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    results = await asyncio.gather(*[one(crate) for crate in crates], return_exceptions=True)
    errors = [result for result in results if isinstance(result, Exception)]
    if errors:
        raise ExceptionGroup(f"{len(errors)} crates were not delivered", errors)
