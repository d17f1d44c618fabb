"""A stranger's fix: unhandled errors logged."""

import asyncio


async def restock(supplier, crates):
    """Errors are not looked at: they are logged by asyncio as 'never retrieved'."""
    gate = asyncio.Semaphore(supplier.limit)

    async def order(c):
        async with gate:
            await supplier.deliver(c)

    tasks = [asyncio.create_task(order(c)) for c in crates]
    try:
        await asyncio.wait(tasks)
    finally:
        [t.cancel() for t in tasks]
