"""anyio's CapacityLimiter in anyio's task group."""

from collections.abc import Sequence

import anyio

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    limiter = anyio.CapacityLimiter(supplier.limit)

    async def deliver(crate: int) -> None:
        async with limiter:
            await supplier.deliver(crate)

    async with anyio.create_task_group() as group:
        for crate in crates:
            group.start_soon(deliver, crate)
