# mistake: wrong-result
"""The stock is a threading.local: the caller reads its own, and that is empty."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


class Stock(threading.local):
    def __init__(self) -> None:
        self.weights: dict[str, int] = {}


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock = Stock()

    def order(item: int) -> None:
        crate = supplier.phone(item)
        stock.weights[crate.kind] = stock.weights.get(crate.kind, 0) + crate.weight

    with ThreadPoolExecutor(supplier.limit) as pool:
        for _ in pool.map(order, items):
            pass
    return stock.weights
