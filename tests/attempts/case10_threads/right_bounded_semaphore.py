"""A BoundedSemaphore, and the lock taken while the place is still held."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.BoundedSemaphore(supplier.limit)
    lock = threading.Lock()
    stock = {}
    failed = []

    def order(item):
        with gate:
            try:
                crate = supplier.phone(item)
                with lock:
                    stock.setdefault(crate.kind, 0)
                    stock[crate.kind] += crate.weight
            except Exception as error:
                failed.append(error)

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    for error in failed:
        raise error
    return stock
