# mistake: not-released-on-error
"""The counter goes down only after a good delivery, so spoiled crates count as inside for ever."""

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
        await supplier.deliver(crate)
        async with door:
            inside -= 1
            door.notify()

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
