# mistake: slot-leaked
"""The caller takes the places, the threads give them back: those that come so far."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    crates, errors, threads = [], [], []

    def order(item: int) -> None:
        try:
            crate = supplier.phone(item)
            gate.release()
            crates.append(crate)
        except Exception as error:
            errors.append(error)

    for item in items:
        gate.acquire()
        threads.append(threading.Thread(target=order, args=(item,)))
        threads[-1].start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
