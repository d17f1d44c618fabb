# mistake: two-locks
"""Two locks, so that threads wait less for each other: for odd items and for even ones."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    locks = threading.Lock(), threading.Lock()
    stock: dict[str, int] = {}

    def order(item: int) -> None:
        crate = supplier.phone(item)
        with locks[item % 2]:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    with ThreadPoolExecutor(supplier.limit) as pool:
        for _ in pool.map(order, items):
            pass
    return stock
