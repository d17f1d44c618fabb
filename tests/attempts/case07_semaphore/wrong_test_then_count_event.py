# mistake: test-then-count
"""One set() wakes everybody who waits, and nobody looks again before counting in."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    room = asyncio.Event()
    inside = 0

    async def deliver(crate: int) -> None:
        nonlocal inside
        if inside >= supplier.limit:
            room.clear()
            await room.wait()
        inside += 1
        try:
            await supplier.deliver(crate)
        finally:
            inside -= 1
            room.set()

    await asyncio.gather(*(deliver(crate) for crate in crates), return_exceptions=True)
