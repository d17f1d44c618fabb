# mistake: gate-round-create-task
"""Case 7: every order passes the gate."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    """Order every crate from the supplier."""
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            call = asyncio.ensure_future(supplier.deliver(crate))
            await asyncio.sleep(0)  # let it begin before the next one comes
        await call

    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(order(crate))


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
