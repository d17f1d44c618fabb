"""A Thread that keeps its crate or its error, and a join that hands them over."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


class Order(threading.Thread):
    def __init__(self, supplier: Supplier, item: int, gate: threading.Semaphore) -> None:
        super().__init__(name=f"order {item}")
        self.supplier = supplier
        self.item = item
        self.gate = gate
        self.crate = None
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            with self.gate:
                self.crate = self.supplier.phone(self.item)
        except Exception as error:
            self.error = error


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    orders = [Order(supplier, item, gate) for item in items]
    for order in orders:
        order.start()
    for order in orders:
        order.join()
    stock: dict[str, int] = {}
    for order in orders:
        if order.error is not None:
            raise order.error
        stock[order.crate.kind] = stock.get(order.crate.kind, 0) + order.crate.weight
    return stock
