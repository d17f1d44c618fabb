"""A counter under a Condition: wait until there is room, count yourself in, count yourself out."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    door = asyncio.Condition()
    inside = 0

    async def deliver(crate: int) -> None:
        nonlocal inside
        async with door:
            await door.wait_for(lambda: inside < supplier.limit)
            inside += 1
        try:
            await supplier.deliver(crate)
        finally:
            async with door:
                inside -= 1
                door.notify()

    await asyncio.gather(*(deliver(crate) for crate in crates))
