# mistake: retries-refusals
"""Knocks again after each refusal instead of waiting for a place before calling."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier, TooBusy


async def deliver(supplier: Supplier, crate: int) -> None:
    while True:
        try:
            await supplier.deliver(crate)
            return
        except TooBusy:
            await asyncio.sleep(0.05)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(*(deliver(supplier, crate) for crate in crates), return_exceptions=True)
