# mistake: error-vanishes
"""return in a finally throws the error away."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    pool = ThreadPoolExecutor(supplier.limit)
    try:
        for crate in pool.map(supplier.phone, items):
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    finally:
        pool.shutdown()
        return stock
