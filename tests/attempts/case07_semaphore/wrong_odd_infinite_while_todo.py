# mistake: never-ends
"""While crates: never gets shorter, infinite loop without await."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    todo = list(crates)
    tasks = []
    while todo:
        tasks.append(supplier.deliver(todo[0]))
        if len(tasks) == supplier.limit:
            await asyncio.gather(*tasks)
            tasks.clear()
