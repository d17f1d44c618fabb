# mistake: off-by-one
"""Case 7: many hands, and the boss lends one too."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    """Order every crate; nobody stands about."""
    left = list(reversed(crates))

    async def work() -> None:
        while left:
            await supplier.deliver(left.pop())

    async with asyncio.TaskGroup() as group:
        for _ in range(supplier.limit):
            group.create_task(work())
        await work()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
