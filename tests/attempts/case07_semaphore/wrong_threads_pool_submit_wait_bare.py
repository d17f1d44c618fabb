# mistake: never-woken
import asyncio
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    done = threading.Event()
    pool = ThreadPoolExecutor(1)
    bell = pool.submit(done.wait)
    answers = await asyncio.gather(*map(order, crates), return_exceptions=True)
    done.set()
    await asyncio.wrap_future(bell)
    pool.shutdown(wait=False)
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
