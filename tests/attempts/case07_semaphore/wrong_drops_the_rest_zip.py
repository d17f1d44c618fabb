# mistake: drops-the-rest
"""zip over the same iterator makes batches, and throws the last one away if it isn't full."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    todo = iter(crates)
    for batch in zip(*[todo] * supplier.limit):
        calls = [supplier.deliver(crate) for crate in batch]
        await asyncio.gather(*calls, return_exceptions=True)
