# mistake: unlimited
"""Two pools, one for each half of the items, each of the limit's size."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    half = len(items) // 2
    stock: dict[str, int] = {}
    with ThreadPoolExecutor(supplier.limit) as one, ThreadPoolExecutor(supplier.limit) as other:
        first = one.map(supplier.phone, items[:half])
        second = other.map(supplier.phone, items[half:])
        for crates in (first, second):
            for crate in crates:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
