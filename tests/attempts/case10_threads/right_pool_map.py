"""A pool of the limit's size; map brings the crates, and the caller adds them up."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    with ThreadPoolExecutor(supplier.limit) as pool:
        for crate in pool.map(supplier.phone, items):
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
