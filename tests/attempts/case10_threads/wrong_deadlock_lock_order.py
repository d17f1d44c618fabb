# mistake: deadlock
"""Two locks, taken in one order by some and in the other order by others."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    of_stock, of_log = threading.Lock(), threading.Lock()
    stock: dict[str, int] = {}
    log: list[int] = []

    def order(item: int) -> None:
        crate = supplier.phone(item)
        first, second = (of_stock, of_log) if item % 2 else (of_log, of_stock)
        with first:
            with second:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
                log.append(item)

    with ThreadPoolExecutor(supplier.limit) as pool:
        for _ in pool.map(order, items):
            pass
    return stock
