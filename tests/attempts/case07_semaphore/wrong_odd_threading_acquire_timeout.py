# mistake: blocks-the-loop
"""Threading semaphore with timeout, blocks loop 10 ms each, then goes in anyway."""

import asyncio
import threading
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = threading.BoundedSemaphore(supplier.limit)

    async def order(crate):
        while not gate.acquire(timeout=0.01):
            await asyncio.sleep(0)
        try:
            await supplier.deliver(crate)
        finally:
            gate.release()

    await asyncio.gather(*(order(c) for c in crates))
