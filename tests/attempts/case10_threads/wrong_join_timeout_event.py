# mistake: join-timeout
"""Waits for the Event with a timeout, and doesn't look at what wait returns."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate, lock = threading.Semaphore(supplier.limit), threading.Lock()
    finished = threading.Event()
    left = len(items)
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def order(item: int) -> None:
        nonlocal left
        crate = None
        try:
            with gate:
                crate = supplier.phone(item)
        except Exception as error:
            errors.append(error)
        with lock:
            if crate is not None:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
            left -= 1
            if left == 0:
                finished.set()

    for item in items:
        threading.Thread(target=order, args=(item,)).start()
    finished.wait(timeout=0.2)
    if errors:
        raise errors[0]
    return stock
