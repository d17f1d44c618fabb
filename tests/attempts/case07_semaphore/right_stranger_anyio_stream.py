"""A stranger's fix: anyio stream."""

import anyio

from kitchen import Spoiled


async def restock(supplier, crates):
    send, receive = anyio.create_memory_object_stream(0)

    async def worker(rx):
        async with rx:
            async for crate in rx:
                try:
                    await supplier.deliver(crate)
                except Spoiled as e:
                    print("spoiled", e)

    async with anyio.create_task_group() as tg:
        async with receive:
            for _ in range(supplier.limit):
                tg.start_soon(worker, receive.clone())
        async with send:
            for crate in crates:
                await send.send(crate)
