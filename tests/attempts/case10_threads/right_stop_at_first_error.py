"""An Event tells the other workers that one has failed: they order nothing more."""

import threading
from collections.abc import Sequence
from queue import Empty, SimpleQueue

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    todo: SimpleQueue[int] = SimpleQueue()
    for item in items:
        todo.put(item)
    stop = threading.Event()
    lock = threading.Lock()
    stock: dict[str, int] = {}
    first: list[Exception] = []

    def work() -> None:
        while not stop.is_set():
            try:
                item = todo.get_nowait()
            except Empty:
                return
            try:
                crate = supplier.phone(item)
            except Exception as error:
                first.append(error)
                stop.set()
                return
            with lock:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    workers = [threading.Thread(target=work) for _ in range(supplier.limit)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if first:
        raise first[0]
    return stock
