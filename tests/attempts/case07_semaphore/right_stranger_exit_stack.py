"""A stranger's fix: exit stack."""

import asyncio
from contextlib import AsyncExitStack, suppress

from kitchen import Spoiled


async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(gate)
            stack.enter_context(suppress(Spoiled))
            await supplier.deliver(crate)

    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(order(crate))
