"""A stranger's fix: queue shutdown."""

import asyncio

from kitchen import Spoiled


class ClosableQueue(asyncio.Queue):
    class Closed(Exception):
        pass

    _END = object()

    def close(self, readers):
        for _ in range(readers):
            self.put_nowait(self._END)

    def __aiter__(self):
        return self

    async def __anext__(self):
        item = await self.get()
        if item is self._END:
            raise StopAsyncIteration
        return item


async def restock(supplier, crates):
    q = ClosableQueue()
    spoiled = []

    async def reader():
        async for crate in q:
            try:
                await supplier.deliver(crate)
            except Spoiled as e:
                spoiled.append(e)

    async with asyncio.TaskGroup() as tg:
        for _ in range(supplier.limit):
            tg.create_task(reader())
        for crate in crates:
            await q.put(crate)
        q.close(supplier.limit)
    if spoiled:
        raise spoiled[-1]
