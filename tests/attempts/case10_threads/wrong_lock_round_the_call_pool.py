# mistake: lock-round-the-call
"""A pool of the right size, and one lock that lets its threads call one by one."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


class Buyer:
    def __init__(self, supplier):
        self.supplier = supplier
        self.lock = threading.Lock()
        self.stock = {}

    def order(self, item):
        with self.lock:
            crate = self.supplier.phone(item)
            self.stock[crate.kind] = self.stock.get(crate.kind, 0) + crate.weight


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    buyer = Buyer(supplier)
    with ThreadPoolExecutor(supplier.limit) as pool:
        for future in [pool.submit(buyer.order, item) for item in items]:
            future.result()
    return buyer.stock
