"""As many workers as calls are allowed, a queue of items, and a None for each to go home."""

import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    todo: queue.Queue[int | None] = queue.Queue()
    lock = threading.Lock()
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def work() -> None:
        while (item := todo.get()) is not None:
            try:
                crate = supplier.phone(item)
            except Exception as error:
                errors.append(error)
                continue
            with lock:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    workers = [threading.Thread(target=work) for _ in range(supplier.limit)]
    for worker in workers:
        worker.start()
    for item in items:
        todo.put(item)
    for _ in workers:
        todo.put(None)
    for worker in workers:
        worker.join()
    if errors:
        raise errors[0]
    return stock
