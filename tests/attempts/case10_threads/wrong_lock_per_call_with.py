# mistake: lock-per-call
"""with threading.Lock(): a new one each time."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock = {}

    def order(item):
        crate = supplier.phone(item)
        with threading.Lock():
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    with ThreadPoolExecutor(supplier.limit) as pool:
        list(pool.map(order, items))
    return stock
