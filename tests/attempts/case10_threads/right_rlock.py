"""An RLock, taken again by a method that is called with it held."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


class Stock(dict):
    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.RLock()

    def add(self, kind: str, weight: int) -> None:
        with self.lock:
            self.put(kind, self.get(kind, 0) + weight)

    def put(self, kind: str, weight: int) -> None:
        with self.lock:
            self[kind] = weight


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock = Stock()

    def order(item: int) -> None:
        crate = supplier.phone(item)
        stock.add(crate.kind, crate.weight)

    with ThreadPoolExecutor(supplier.limit) as pool:
        list(pool.map(order, items))
    return stock
