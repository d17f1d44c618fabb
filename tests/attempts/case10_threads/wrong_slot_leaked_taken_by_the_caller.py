# mistake: slot-leaked
"""The caller takes each place, and the thread that should give it back doesn't after an error."""

from collections.abc import Sequence

from kitchen import Supplier

import threading


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    lock = threading.Lock()
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def order(item: int) -> None:
        try:
            crate = supplier.phone(item)
        except Exception as error:
            errors.append(error)
            return
        with lock:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        gate.release()

    threads = []
    for item in items:
        gate.acquire()
        thread = threading.Thread(target=order, args=(item,))
        thread.start()
        threads.append(thread)
    for thread in threads:
        thread.join()
    if errors:
        raise ExceptionGroup("spoiled", errors)
    return stock
