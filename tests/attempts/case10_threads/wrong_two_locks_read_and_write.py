# mistake: two-locks
"""One lock for reading, another one for writing."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    reading, writing = threading.Lock(), threading.Lock()
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def order(item: int) -> None:
        try:
            with gate:
                crate = supplier.phone(item)
        except Exception as error:
            errors.append(error)
            return
        with reading:
            weight = stock.get(crate.kind, 0)
        weight += crate.weight
        with writing:
            stock[crate.kind] = weight

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return stock
