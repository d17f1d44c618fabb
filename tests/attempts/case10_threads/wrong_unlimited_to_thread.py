# mistake: unlimited
"""asyncio.to_thread for all of them at once."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    async def main() -> dict[str, int]:
        stock: dict[str, int] = {}
        calls = [asyncio.to_thread(supplier.phone, item) for item in items]
        for crate in await asyncio.gather(*calls):
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        return stock

    return asyncio.run(main())
