"""A stranger's fix: monitor task."""

import asyncio


async def restock(supplier, crates):
    """A gate, and a monitor that samples every 5 ms how many are inside."""
    gate = asyncio.Semaphore(supplier.limit)
    inside = 0
    samples = []

    async def order(c):
        nonlocal inside
        async with gate:
            inside += 1
            try:
                await supplier.deliver(c)
            finally:
                inside -= 1

    async def monitor():
        while True:
            samples.append(inside)
            await asyncio.sleep(0.005)

    watch = asyncio.create_task(monitor())
    try:
        await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
    finally:
        watch.cancel()
        await asyncio.wait([watch])
    print("most", max(samples))
