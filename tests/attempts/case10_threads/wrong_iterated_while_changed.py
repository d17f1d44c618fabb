# mistake: iterated-while-changed
"""Each order adds up what is there already, while others put new kinds there."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    lock = threading.Lock()
    stock: dict[str, int] = {}
    progress: list[int] = []

    def order(item: int) -> None:
        crate = supplier.phone(item)
        with lock:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        total = 0
        for kind in stock:
            total += stock[kind]
        progress.append(total)

    with ThreadPoolExecutor(supplier.limit) as pool:
        for _ in pool.map(order, items):
            pass
    return stock
