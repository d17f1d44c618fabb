# mistake: taken-twice
"""The decorator already goes through the gate, and the function goes through it again."""

import asyncio
from collections.abc import Sequence
from functools import wraps

from kitchen import Supplier

gate = asyncio.Semaphore(Supplier.limit)


def limited(function):
    @wraps(function)
    async def wrapper(*args):
        async with gate:
            return await function(*args)

    return wrapper


@limited
async def deliver(supplier: Supplier, crate: int) -> None:
    async with gate:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(deliver(supplier, crate))
