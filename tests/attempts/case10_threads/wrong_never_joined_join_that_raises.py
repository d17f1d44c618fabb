# mistake: never-joined
"""A join that raises the error of its thread: those after it are joined by nobody."""

from collections.abc import Sequence

from kitchen import Supplier

import threading


class Call(threading.Thread):
    crate = error = None

    def __init__(self, gate, supplier, item):
        super().__init__()
        self.gate, self.supplier, self.item = gate, supplier, item

    def run(self):
        with self.gate:
            try:
                self.crate = self.supplier.phone(self.item)
            except Exception as error:
                self.error = error

    def join(self, timeout=None):
        super().join(timeout)
        if self.error:
            raise self.error
        return self.crate


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    calls = [Call(gate, supplier, item) for item in items]
    for call in calls:
        call.start()
    stock: dict[str, int] = {}
    for call in calls:
        crate = call.join()
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
