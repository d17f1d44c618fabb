"""Lock and semaphore by hand: acquire, try, finally release."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    lock = threading.Lock()
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def order(item: int) -> None:
        gate.acquire()
        try:
            crate = supplier.phone(item)
        except Exception as error:
            errors.append(error)
            return
        finally:
            gate.release()
        lock.acquire()
        try:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        finally:
            lock.release()

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return stock
