# mistake: no-gate
"""All the crates at once, and the refusals are swept under the carpet."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(*(supplier.deliver(crate) for crate in crates), return_exceptions=True)
