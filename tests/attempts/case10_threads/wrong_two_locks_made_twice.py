# mistake: check-outside-act-inside
"""A lock for each kind, made by whoever finds none: two can find none."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    locks: dict[str, threading.Lock] = {}
    stock: dict[str, int] = {}

    def order(item: int) -> None:
        crate = supplier.phone(item)
        if crate.kind not in locks:
            locks[crate.kind] = threading.Lock()
        with locks[crate.kind]:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    with ThreadPoolExecutor(supplier.limit) as pool:
        for _ in pool.map(order, items):
            pass
    return stock
