# mistake: retries-refusals
"""Asks for everything, keeps what was turned away, and asks for that again in the next round."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier, TooBusy


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    left = list(crates)
    while left:
        results = await asyncio.gather(
            *(supplier.deliver(crate) for crate in left),
            return_exceptions=True,
        )
        left = [
            crate
            for crate, result in zip(left, results, strict=True)
            if isinstance(result, TooBusy)
        ]
