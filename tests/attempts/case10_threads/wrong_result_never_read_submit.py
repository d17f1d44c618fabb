# mistake: result-never-read
"""submit without result()."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    lock = threading.Lock()
    stock = {}

    def order(item):
        crate = supplier.phone(item)
        with lock:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    with ThreadPoolExecutor(max_workers=supplier.limit) as pool:
        for item in items:
            pool.submit(order, item)
    return stock
