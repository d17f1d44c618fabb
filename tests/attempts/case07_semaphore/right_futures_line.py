"""A line of futures: who leaves hands the place to the first in line, else frees it."""

import asyncio
from collections import deque
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    free = supplier.limit
    line: deque[asyncio.Future] = deque()

    def leave() -> None:
        nonlocal free
        while line:
            turn = line.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        free += 1

    async def deliver(crate: int) -> None:
        nonlocal free
        if free > 0:
            free -= 1
        else:
            turn = asyncio.get_running_loop().create_future()
            line.append(turn)
            await turn
        try:
            await supplier.deliver(crate)
        finally:
            leave()

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
