# mistake: lock-per-call
"""Every worker of the pool gets a lock of its own, kept in a threading.local."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    mine = threading.local()
    stock: dict[str, int] = {}

    def begin() -> None:
        mine.lock = threading.Lock()

    def order(item: int) -> None:
        crate = supplier.phone(item)
        with mine.lock:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    with ThreadPoolExecutor(supplier.limit, initializer=begin) as pool:
        for _ in pool.map(order, items):
            pass
    return stock
