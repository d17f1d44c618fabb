# mistake: paced-by-the-clock
import asyncio
from collections.abc import Sequence

from kitchen import Supplier

CRATE_TIME = 0.05


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)
    loop = asyncio.get_running_loop()

    async def order(crate: int) -> None:
        await gate.acquire()
        loop.call_later(CRATE_TIME + 0.001, gate.release)
        await supplier.deliver(crate)

    async with asyncio.TaskGroup() as tg:
        for crate in crates:
            tg.create_task(order(crate))


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
