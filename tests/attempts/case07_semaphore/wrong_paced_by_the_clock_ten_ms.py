# mistake: paced-by-the-clock
"""A start every 10 ms keeps five in the air if each takes 50 ms, and only then."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async def deliver(position: int, crate: int) -> None:
        await asyncio.sleep(position * 0.01)
        await supplier.deliver(crate)

    await asyncio.gather(
        *(deliver(position, crate) for position, crate in enumerate(crates)),
        return_exceptions=True,
    )
