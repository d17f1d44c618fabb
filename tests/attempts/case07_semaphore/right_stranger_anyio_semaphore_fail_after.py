"""A stranger's fix: anyio semaphore fail after."""

import anyio
from anyio import Semaphore, create_task_group, fail_after

from kitchen import Spoiled


async def restock(supplier, crates):
    sem = Semaphore(supplier.limit, max_value=supplier.limit)

    async def order(c):
        async with sem:
            try:
                with fail_after(1):
                    await supplier.deliver(c)
            except Spoiled:
                pass

    with anyio.move_on_after(30):
        async with create_task_group() as tg:
            for c in crates:
                tg.start_soon(order, c, name=f"crate {c}")
