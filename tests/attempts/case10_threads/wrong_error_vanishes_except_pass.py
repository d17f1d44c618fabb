# mistake: error-vanishes
"""except Exception: pass."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}

    def order(item: int):
        try:
            return supplier.phone(item)
        except Exception:
            pass

    with ThreadPoolExecutor(supplier.limit) as pool:
        for crate in pool.map(order, items):
            if crate:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
