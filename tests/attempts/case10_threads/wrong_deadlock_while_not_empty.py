# mistake: deadlock
"""while not empty: get(). One worker more than places, and the last item may go to another."""

import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    todo = queue.Queue()
    for item in items:
        todo.put(item)
    gate = threading.Semaphore(supplier.limit)
    crates, errors = [], []

    def work() -> None:
        while not todo.empty():
            item = todo.get()
            try:
                with gate:
                    crate = supplier.phone(item)
                crates.append(crate)
            except Exception as error:
                errors.append(error)

    workers = [threading.Thread(target=work) for _ in range(supplier.limit + 1)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
