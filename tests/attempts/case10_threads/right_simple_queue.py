"""Answers come home through a SimpleQueue: one for each item, and the caller counts them."""

import threading
from collections.abc import Sequence
from queue import SimpleQueue

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    answers = SimpleQueue()

    def order(item):
        with gate:
            try:
                answers.put((supplier.phone(item), None))
            except Exception as error:
                answers.put((None, error))

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    stock, failed = {}, None
    for _ in items:
        crate, error = answers.get()
        if error is not None:
            failed = error
        else:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    for thread in threads:
        thread.join()
    if failed is not None:
        raise failed
    return stock
