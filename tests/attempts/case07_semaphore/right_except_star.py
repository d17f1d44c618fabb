"""Case 7: a TaskGroup whose errors are sorted with except*."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


class Incomplete(Exception):
    """Some crates did not come."""


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    """Order every crate; the first spoiled one ends the order with an Incomplete."""
    left = list(reversed(crates))

    async def hand() -> None:
        while left:
            await supplier.deliver(left.pop())

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(supplier.limit):
                group.create_task(hand())
    except* OSError:
        raise
    except* Exception as group_error:
        raise Incomplete(f"{len(group_error.exceptions)} crates failed") from group_error


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
