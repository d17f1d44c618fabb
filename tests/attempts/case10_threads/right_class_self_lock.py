"""A pantry that is safe to use from many threads: its lock is its own affair."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


class Pantry:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stock: dict[str, int] = {}

    def add(self, kind: str, weight: int) -> None:
        with self._lock:
            if kind in self._stock:
                self._stock[kind] += weight
            else:
                self._stock[kind] = weight

    def stock(self) -> dict[str, int]:
        with self._lock:
            return dict(self._stock)


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    pantry = Pantry()

    def order(item: int) -> None:
        crate = supplier.phone(item)
        pantry.add(crate.kind, crate.weight)

    with ThreadPoolExecutor(supplier.limit) as pool:
        for future in [pool.submit(order, item) for item in items]:
            future.result()
    return pantry.stock()
