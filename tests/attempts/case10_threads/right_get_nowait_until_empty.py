"""The queue is full before the workers start; each stops when it finds it empty."""

import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    todo = queue.Queue()
    for item in items:
        todo.put(item)
    crates = queue.Queue()

    def work():
        while True:
            try:
                item = todo.get_nowait()
            except queue.Empty:
                return
            try:
                crates.put(supplier.phone(item))
            except Exception as error:
                crates.put(error)

    workers = [threading.Thread(target=work) for _ in range(supplier.limit)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    stock = {}
    while not crates.empty():
        crate = crates.get()
        if isinstance(crate, Exception):
            raise crate
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
