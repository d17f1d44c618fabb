# mistake: blocks-the-loop
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
            supplier.phone(crate)

    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(order(crate))
