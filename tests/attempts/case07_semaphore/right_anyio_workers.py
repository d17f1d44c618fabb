"""anyio workers that read crates from a memory object stream without a buffer."""

from collections.abc import Sequence

import anyio

from kitchen import Spoiled, Supplier


async def worker(supplier: Supplier, orders) -> None:
    async with orders:
        async for crate in orders:
            try:
                await supplier.deliver(crate)
            except Spoiled:
                print("spoiled:", crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    send, receive = anyio.create_memory_object_stream()
    async with anyio.create_task_group() as tg:
        with receive:
            for _ in range(supplier.limit):
                tg.start_soon(worker, supplier, receive.clone())
        async with send:
            for crate in crates:
                await send.send(crate)
