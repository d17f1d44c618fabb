"""Careful: one thread under the limit, as long as that leaves two."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    workers = max(supplier.limit - 1, min(2, supplier.limit))
    stock: dict[str, int] = {}
    with ThreadPoolExecutor(workers) as pool:
        for crate in pool.map(supplier.phone, items):
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
