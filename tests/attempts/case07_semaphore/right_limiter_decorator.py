"""A decorator that lets only so many calls of a coroutine function run at once."""

import asyncio
from collections.abc import Sequence
from functools import wraps

from kitchen import Supplier


def at_most(limit):
    gate = asyncio.Semaphore(limit)

    def decorate(function):
        @wraps(function)
        async def limited(*args, **kwargs):
            async with gate:
                return await function(*args, **kwargs)

        return limited

    return decorate


@at_most(Supplier.limit)
async def deliver(supplier: Supplier, crate: int) -> None:
    await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(*(deliver(supplier, crate) for crate in crates))
