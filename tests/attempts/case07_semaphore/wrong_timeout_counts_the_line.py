# mistake: gives-up-in-line
import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    slots = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with asyncio.timeout(0.25):  # a crate takes 0.05 s; five times that is plenty
            async with slots:
                await supplier.deliver(crate)

    answers = await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
    print(answers.count(None), "crates are here")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
