# mistake: unlimited
"""The gate is held while the thread is started, not while it calls."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    crates, errors, threads = [], [], []

    def order(item: int) -> None:
        try:
            crates.append(supplier.phone(item))
        except Exception as error:
            errors.append(error)

    for item in items:
        with gate:
            thread = threading.Thread(target=order, args=(item,))
            thread.start()
            threads.append(thread)
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
