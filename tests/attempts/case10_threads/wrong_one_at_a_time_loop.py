# mistake: one-at-a-time
"""No thread at all."""

from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    for item in items:
        crate = supplier.phone(item)
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
