# mistake: not-released-on-error
"""The token of a spoiled crate is never put back into the queue."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    tokens = asyncio.Queue()
    for number in range(supplier.limit):
        tokens.put_nowait(number)

    async def deliver(crate: int) -> None:
        token = await tokens.get()
        await supplier.deliver(crate)
        await tokens.put(token)

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
