# mistake: deadlock
"""task_done is not called after an error, and join counts."""

import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    todo = queue.Queue()
    crates, errors = [], []

    def work() -> None:
        while (item := todo.get()) is not None:
            try:
                crates.append(supplier.phone(item))
                todo.task_done()
            except Exception as error:
                errors.append(error)

    workers = [threading.Thread(target=work) for _ in range(supplier.limit)]
    for worker in workers:
        worker.start()
    for item in items:
        todo.put(item)
    todo.join()
    for _ in workers:
        todo.put(None)
    for worker in workers:
        worker.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
