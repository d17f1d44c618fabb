# mistake: lock-per-call
"""The lock is made inside the function that every thread runs: each has its own."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def order(item: int) -> None:
        lock = threading.Lock()
        try:
            with gate:
                crate = supplier.phone(item)
            with lock:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return stock
