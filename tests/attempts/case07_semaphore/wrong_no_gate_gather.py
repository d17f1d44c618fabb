# mistake: no-gate
"""Errors are no longer hidden, but everybody still rushes to the door at once."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def order(supplier: Supplier, crate: int) -> None:
    print("ordering", crate)
    await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(*(order(supplier, crate) for crate in crates))
