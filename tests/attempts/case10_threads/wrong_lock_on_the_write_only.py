# mistake: lock-on-the-write-only
"""The sum is made outside, and only the writing is locked."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    lock = threading.Lock()
    stock: dict[str, int] = {}

    def order(item: int) -> None:
        crate = supplier.phone(item)
        new = stock.get(crate.kind, 0) + crate.weight
        with lock:
            stock[crate.kind] = new

    with ThreadPoolExecutor(supplier.limit) as pool:
        for _ in pool.map(order, items):
            pass
    return stock
