# mistake: slot-leaked
"""A context manager without finally."""

import threading
from collections.abc import Sequence
from contextlib import contextmanager

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.BoundedSemaphore(supplier.limit)
    crates, errors = [], []

    @contextmanager
    def place():
        gate.acquire()
        yield
        gate.release()

    def order(item):
        try:
            with place():
                crates.append(supplier.phone(item))
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
