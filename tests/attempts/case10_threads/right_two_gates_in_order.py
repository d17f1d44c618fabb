"""Gate, then lock, always in this order, and the lock let go first."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate, lock = threading.Semaphore(supplier.limit), threading.Lock()
    stock, errors = {}, []

    def order(item):
        with gate:
            try:
                crate = supplier.phone(item)
            except Exception as error:
                errors.append(error)
            else:
                with lock:
                    weight = stock.get(crate.kind, 0)
                    weight += crate.weight
                    stock[crate.kind] = weight

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise ExceptionGroup("some were spoiled", errors)
    return stock
