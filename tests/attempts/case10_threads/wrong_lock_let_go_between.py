# mistake: lock-let-go-between
"""A safe get and a safe put, each under the lock. The two together are not safe."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


class SafeDict:
    def __init__(self):
        self.lock = threading.Lock()
        self.data = {}

    def get(self, key):
        with self.lock:
            return self.data.get(key, 0)

    def put(self, key, value):
        with self.lock:
            self.data[key] = value


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock = SafeDict()

    def order(item):
        crate = supplier.phone(item)
        stock.put(crate.kind, stock.get(crate.kind) + crate.weight)

    with ThreadPoolExecutor(supplier.limit) as pool:
        list(pool.map(order, items))
    return stock.data
