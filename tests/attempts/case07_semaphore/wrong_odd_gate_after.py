# mistake: gate-after-the-call
"""Call first, gate after."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        answer = await supplier.deliver(crate)
        async with gate:
            return answer

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
