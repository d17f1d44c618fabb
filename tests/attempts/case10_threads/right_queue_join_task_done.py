"""Daemon workers and queue.join; then they are sent home and waited for."""

import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    todo = queue.Queue()
    for item in items:
        todo.put(item)
    crates, errors = [], []

    def work():
        while True:
            item = todo.get()
            try:
                if item is None:
                    return
                crates.append(supplier.phone(item))
            except Exception as error:
                errors.append(error)
            finally:
                todo.task_done()

    workers = [threading.Thread(target=work, daemon=True) for _ in range(supplier.limit)]
    for worker in workers:
        worker.start()
    todo.join()
    for _ in workers:
        todo.put(None)
    for worker in workers:
        worker.join()
    if errors:
        raise errors[0]
    return {k: sum(c.weight for c in crates if c.kind == k) for k in {c.kind for c in crates}}
