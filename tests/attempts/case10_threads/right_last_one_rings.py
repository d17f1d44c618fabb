"""The last thread to finish sets an Event; the caller waits for it, then for the threads."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    lock = threading.Lock()
    all_there = threading.Event()
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
                all_there.set()

    threads = [threading.Thread(target=order, args=(item,), daemon=True) for item in items]
    for thread in threads:
        thread.start()
    all_there.wait()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return stock
