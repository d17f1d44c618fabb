# mistake: not-the-first-time
import asyncio
from collections.abc import Sequence

from kitchen import Supplier

stop = asyncio.Event()


async def helper(supplier: Supplier, crates: list[int]) -> None:
    while crates and not stop.is_set():
        crate = crates.pop()
        try:
            await supplier.deliver(crate)
        except Exception as error:
            print(crate, "->", error)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    basket = list(crates)[::-1]
    try:
        async with asyncio.TaskGroup() as tg:
            for _ in range(supplier.limit):
                tg.create_task(helper(supplier, basket))
    except asyncio.CancelledError:
        stop.set()  # nobody may start another call
        raise


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
