"""Workers share one iterator, and a lock round next: it could be a generator as well."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    left = (item for item in items)
    lock = threading.Lock()

    def take():
        with lock:
            return next(left, None)

    def work():
        mine = {}
        while (item := take()) is not None:
            crate = supplier.phone(item)
            mine[crate.kind] = mine.get(crate.kind, 0) + crate.weight
        return mine

    with ThreadPoolExecutor(supplier.limit) as pool:
        parts = [pool.submit(work) for _ in range(supplier.limit)]
    stock = {}
    for part in parts:
        for kind, weight in part.result().items():
            stock[kind] = stock.get(kind, 0) + weight
    return stock
