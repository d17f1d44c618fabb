"""A LifoQueue: the last item first. Sentinels lie at the bottom."""

import threading
from collections.abc import Sequence
from queue import LifoQueue

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    todo = LifoQueue()
    for _ in range(supplier.limit):
        todo.put(None)
    for item in items:
        todo.put(item)
    lock = threading.Lock()
    stock, errors = {}, []

    def work():
        while (item := todo.get()) is not None:
            try:
                crate = supplier.phone(item)
            except Exception as error:
                with lock:
                    errors.append(error)
            else:
                with lock:
                    stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    workers = [threading.Thread(target=work) for _ in range(supplier.limit)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if errors:
        raise errors[0]
    return stock
