# mistake: retries-refusals
"""Exponential backoff with jitter: polite after a refusal, but each one was still turned away."""

import asyncio
import random
from collections.abc import Sequence

from kitchen import Supplier, TooBusy


async def deliver(supplier: Supplier, crate: int) -> None:
    pause = 0.02
    while True:
        try:
            return await supplier.deliver(crate)
        except TooBusy:
            await asyncio.sleep(random.uniform(0, pause))
            pause = min(pause * 2, 0.5)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(supplier, crate))
