# mistake: rest-not-ordered
"""Rounds of the limit's size, and the last one is never ordered."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    with ThreadPoolExecutor(supplier.limit) as pool:
        for first in range(0, len(items) - supplier.limit, supplier.limit):
            for crate in pool.map(supplier.phone, items[first : first + supplier.limit]):
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
