# mistake: error-vanishes
"""Errors go into a queue that nobody reads."""

import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    todo, errors = queue.Queue(), queue.Queue()
    for item in [*items, *[None] * supplier.limit]:
        todo.put(item)
    lock = threading.Lock()
    stock: dict[str, int] = {}

    def work() -> None:
        while (item := todo.get()) is not None:
            try:
                crate = supplier.phone(item)
            except Exception as error:
                errors.put(error)
            else:
                with lock:
                    stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    workers = [threading.Thread(target=work) for _ in range(supplier.limit)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return stock
