"""Workers share one iterator; a spoiled crate is noted and its worker takes the next one."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    todo = iter(crates)
    spoiled = []

    async def worker():
        for crate in todo:
            try:
                await supplier.deliver(crate)
            except Spoiled as error:
                spoiled.append(error)

    await asyncio.gather(*(worker() for _ in range(supplier.limit)))
    if spoiled:
        raise spoiled[0]
