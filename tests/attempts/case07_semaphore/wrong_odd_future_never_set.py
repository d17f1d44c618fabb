# mistake: deadlock
"""Hand-made gate with futures: waiter future never resolved on error."""

import asyncio
from collections import deque
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    free = supplier.limit
    line = deque()

    async def order(crate):
        nonlocal free
        if free == 0:
            turn = asyncio.get_running_loop().create_future()
            line.append(turn)
            await turn
        else:
            free -= 1
        await supplier.deliver(crate)
        if line:
            line.popleft().set_result(None)
        else:
            free += 1

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)
