# mistake: daemon-left
"""Daemon workers wait for the next item for ever."""

import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    todo = queue.Queue()
    crates, errors = [], []

    def work() -> None:
        while True:
            item = todo.get()
            try:
                crates.append(supplier.phone(item))
            except Exception as error:
                errors.append(error)
            finally:
                todo.task_done()

    for _ in range(supplier.limit):
        threading.Thread(target=work, daemon=True).start()
    for item in items:
        todo.put(item)
    todo.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
