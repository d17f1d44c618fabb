# mistake: test-then-count
"""There is an await between looking at the counter and counting oneself in."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

inside = 0


async def log(message: str) -> None:
    print(message)
    await asyncio.sleep(0)


async def deliver(supplier: Supplier, crate: int) -> None:
    global inside
    while inside >= supplier.limit:
        await asyncio.sleep(0.01)
    await log(f"asking for crate {crate}")
    inside += 1
    try:
        await supplier.deliver(crate)
    finally:
        inside -= 1


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(*(deliver(supplier, crate) for crate in crates), return_exceptions=True)
