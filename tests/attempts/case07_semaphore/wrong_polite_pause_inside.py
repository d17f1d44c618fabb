# mistake: sleeps-inside
import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.BoundedSemaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)
            await asyncio.sleep(0.15)  # let the supplier breathe

    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(order(crate))


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
