# mistake: pool-left-open
"""A buyer with a pool, kept by a list for the next time; nobody closes it."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier

buyers = []


class Buyer:
    def __init__(self, supplier: Supplier) -> None:
        self.supplier = supplier
        self.pool = ThreadPoolExecutor(supplier.limit)

    def buy(self, items: Sequence[int]) -> dict[str, int]:
        stock: dict[str, int] = {}
        for crate in self.pool.map(self.supplier.phone, items):
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        return stock


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    buyers.append(Buyer(supplier))
    return buyers[-1].buy(items)
