# mistake: never-woken
import asyncio
import threading
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    done = threading.Event()

    async def order(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    async def all_of_them() -> None:
        answers = await asyncio.gather(*map(order, crates), return_exceptions=True)
        done.set()
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer

    await asyncio.gather(all_of_them(), asyncio.to_thread(done.wait))
