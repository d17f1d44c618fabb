"""A stranger's fix: decorated timed."""

import asyncio
import functools
import time


def timed(f):
    @functools.wraps(f)
    async def wrapper(*a, **k):
        t = time.perf_counter()
        try:
            return await f(*a, **k)
        finally:
            print(f"{f.__name__}: {time.perf_counter() - t:.2f} s")

    return wrapper


@timed
async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)

    @timed
    async def order(c):
        async with gate:
            await supplier.deliver(c)

    async with asyncio.TaskGroup() as tg:
        for c in crates:
            tg.create_task(order(c))
