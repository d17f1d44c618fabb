# mistake: deadlock
"""add holds the lock and calls put, which takes it again."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


class Pantry:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.stock: dict[str, int] = {}

    def put(self, kind: str, weight: int) -> None:
        with self.lock:
            self.stock[kind] = weight

    def add(self, kind: str, weight: int) -> None:
        with self.lock:
            self.put(kind, self.stock.get(kind, 0) + weight)


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    pantry = Pantry()

    def order(item: int) -> None:
        crate = supplier.phone(item)
        pantry.add(crate.kind, crate.weight)

    with ThreadPoolExecutor(supplier.limit) as pool:
        for _ in pool.map(order, items):
            pass
    return pantry.stock
