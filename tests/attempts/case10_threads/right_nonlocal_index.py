"""Workers share an index, counted up under a lock; the same lock guards the stock."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    lock = threading.Lock()
    next_one = 0
    stock: dict[str, int] = {}
    error = None

    def work() -> None:
        nonlocal next_one, error
        while True:
            with lock:
                if next_one == len(items):
                    return
                item = items[next_one]
                next_one += 1
            try:
                crate = supplier.phone(item)
            except Exception as e:
                error = e
                return
            with lock:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    workers = [threading.Thread(target=work) for _ in range(supplier.limit)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if error is not None:
        raise error
    return stock
