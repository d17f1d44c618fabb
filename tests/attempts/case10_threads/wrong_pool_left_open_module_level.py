# mistake: pool-left-open
"""One pool for the whole program, made at import."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier

POOL = ThreadPoolExecutor(Supplier.limit)


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    for crate in POOL.map(supplier.phone, items):
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
