# remark: gives-up-on-spoiled
"""As many lanes as the limit, each delivering every n-th crate one after the other."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def lane(supplier: Supplier, crates: Sequence[int]) -> None:
    for crate in crates:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    lanes = supplier.limit
    await asyncio.gather(*(lane(supplier, crates[i::lanes]) for i in range(lanes)))
