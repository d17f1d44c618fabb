"""A stranger's fix: sampler fine."""

import asyncio


async def restock(supplier, crates):
    """A clock hand for a progress bar, every 2 ms, beside a TaskGroup with a gate."""
    gate = asyncio.BoundedSemaphore(supplier.limit)

    async def spinner():
        for ch in iter(lambda: "|", None):
            await asyncio.sleep(0.002)

    async def order(c):
        async with gate:
            await supplier.deliver(c)

    async with asyncio.TaskGroup() as outer:
        spin = outer.create_task(spinner())
        async with asyncio.TaskGroup() as tg:
            for c in crates:
                tg.create_task(order(c))
        spin.cancel()
