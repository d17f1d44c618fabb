# mistake: fixed-number
"""Five lanes, each with every fifth crate, also when the supplier allows only three."""

import asyncio
from collections.abc import Sequence

from kitchen import Spoiled, Supplier


async def lane(supplier: Supplier, crates: Sequence[int]) -> None:
    for crate in crates:
        try:
            await supplier.deliver(crate)
        except Spoiled as error:
            print(error)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(*(lane(supplier, crates[start::5]) for start in range(5)))
