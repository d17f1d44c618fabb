# mistake: one-at-a-time
"""A plain loop: never over the limit, and never more than one crate on its way."""

from collections.abc import Sequence

from kitchen import Spoiled, Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    for crate in crates:
        try:
            await supplier.deliver(crate)
        except Spoiled:
            print("spoiled:", crate)
