# mistake: lock-on-the-write-only
"""The old weight is read under the lock, and the new one written after it."""

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
        except Exception as error:
            errors.append(error)
            return
        with lock:
            old = stock.get(crate.kind, 0)
        stock[crate.kind] = old + crate.weight

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return stock
