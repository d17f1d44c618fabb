# mistake: bare-increment
"""setdefault is one step, and the += after it is not."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}

    def order(item: int) -> None:
        crate = supplier.phone(item)
        stock.setdefault(crate.kind, 0)
        stock[crate.kind] += crate.weight

    with ThreadPoolExecutor(supplier.limit) as pool:
        for _ in pool.map(order, items):
            pass
    return stock
