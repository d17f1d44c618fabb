# mistake: swallows-cancel
"""The worker catches everything to survive spoiled crates, and so survives being cancelled too."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    todo = iter(crates)

    async def worker() -> None:
        for crate in todo:
            try:
                await supplier.deliver(crate)
            except BaseException as error:
                print(f"crate {crate} failed: {error!r}")

    async with asyncio.TaskGroup() as tg:
        for _ in range(supplier.limit):
            tg.create_task(worker())
