# remark: polling
"""A stranger's fix: threading semaphore nonblocking."""

import asyncio
import threading


async def restock(supplier, crates):
    gate = threading.BoundedSemaphore(supplier.limit)

    async def order(crate):
        while not gate.acquire(blocking=False):
            await asyncio.sleep(0.004)
        try:
            await supplier.deliver(crate)
        finally:
            gate.release()

    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(order(crate))
