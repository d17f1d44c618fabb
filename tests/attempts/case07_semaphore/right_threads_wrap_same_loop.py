"""Roundabout, and right: the call is made by run_coroutine_threadsafe and waited for with wrap_future,
whose cancellation reaches it."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    loop = asyncio.get_running_loop()
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            call = asyncio.run_coroutine_threadsafe(supplier.deliver(crate), loop)
            await asyncio.wrap_future(call)

    answers = await asyncio.gather(*map(order, crates), return_exceptions=True)
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
