"""A stranger's fix: recursive restock."""

import asyncio


async def restock(supplier, crates):
    """Recursion: deliver the head under way, restock the tail when a place is free."""
    gate = asyncio.Semaphore(supplier.limit)
    errors = []

    async def rest(i):
        if i == len(crates):
            return
        await gate.acquire()

        async def head():
            try:
                await supplier.deliver(crates[i])
            except Exception as e:
                errors.append(e)
            finally:
                gate.release()

        task = asyncio.create_task(head())
        try:
            await rest(i + 1)
            await task
        finally:
            if task.cancel():
                await asyncio.wait([task])

    await rest(0)
    if errors:
        raise ExceptionGroup("spoiled", errors)
