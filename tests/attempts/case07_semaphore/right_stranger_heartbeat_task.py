"""A stranger's fix: heartbeat task."""

import asyncio


async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)
    done = 0

    async def order(c):
        nonlocal done
        async with gate:
            await supplier.deliver(c)
        done += 1

    async def heartbeat():
        while done < len(crates):
            await asyncio.sleep(0.02)
            print("\r", done, "of", len(crates), end="")

    beat = asyncio.create_task(heartbeat())
    try:
        async with asyncio.TaskGroup() as tg:
            for c in crates:
                tg.create_task(order(c))
    finally:
        beat.cancel()
        await asyncio.gather(beat, return_exceptions=True)
