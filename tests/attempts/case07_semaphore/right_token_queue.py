"""A queue of tokens: whoever holds one may call, and puts it back whatever happens."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    tokens = asyncio.Queue()
    for number in range(supplier.limit):
        tokens.put_nowait(number)

    async def deliver(crate: int) -> None:
        token = await tokens.get()
        try:
            await supplier.deliver(crate)
        finally:
            tokens.put_nowait(token)

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
