"""Gate and lock at module level, the gate sized from Supplier.limit."""

import threading
from collections.abc import Sequence

from kitchen import Supplier

GATE = threading.Semaphore(Supplier.limit)
LOCK = threading.Lock()


def order(supplier: Supplier, item: int, stock: dict[str, int], errors: list[Exception]) -> None:
    try:
        with GATE:
            crate = supplier.phone(item)
    except Exception as error:
        errors.append(error)
    else:
        with LOCK:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    errors: list[Exception] = []
    threads = [
        threading.Thread(target=order, args=(supplier, item, stock, errors)) for item in items
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return stock
