# mistake: released-without-holding
"""Whoever is cancelled while waiting for a token puts one in that was never taken out."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier

tokens = asyncio.Queue()
for _ in range(Supplier.limit):
    tokens.put_nowait("token")


async def deliver(supplier: Supplier, crate: int) -> None:
    try:
        await tokens.get()
        await supplier.deliver(crate)
    finally:
        tokens.put_nowait("token")


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    jobs = (deliver(supplier, crate) for crate in crates)
    await asyncio.gather(*jobs, return_exceptions=True)
