"""A stranger's fix: three exits."""

import asyncio

from kitchen import Spoiled


async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)

    async def order(c):
        await gate.acquire()
        try:
            await supplier.deliver(c)
        except asyncio.CancelledError:
            gate.release()
            raise
        except Spoiled:
            gate.release()
            return c
        except Exception:
            gate.release()
            raise
        gate.release()
        return None

    async with asyncio.TaskGroup() as tg:
        for c in crates:
            tg.create_task(order(c))
