# mistake: never-joined
"""Joins the last thread only: the others may take longer."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate, lock = threading.Semaphore(supplier.limit), threading.Lock()
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def order(item: int) -> None:
        try:
            with gate:
                crate = supplier.phone(item)
            with lock:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        except Exception as error:
            errors.append(error)

    for item in items:
        thread = threading.Thread(target=order, args=(item,))
        thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return stock
