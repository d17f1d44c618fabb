"""The pool belongs to an object; a finalizer shuts it, called at the latest by hand."""

import weakref
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


class Buyer:
    def __init__(self, supplier: Supplier) -> None:
        self.supplier = supplier
        self.pool = ThreadPoolExecutor(supplier.limit)
        self.close = weakref.finalize(self, self.pool.shutdown)

    def buy(self, items):
        return self.pool.map(self.supplier.phone, items)


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    buyer = Buyer(supplier)
    stock: dict[str, int] = {}
    try:
        for crate in buyer.buy(items):
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    finally:
        buyer.close()
    return stock
