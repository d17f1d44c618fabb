# mistake: bare-increment
"""A Counter, and += on its items, from a thread for each item."""

import threading
from collections import Counter
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.BoundedSemaphore(supplier.limit)
    stock = Counter()
    errors = []

    def order(item):
        with gate:
            try:
                crate = supplier.phone(item)
                stock[crate.kind] += crate.weight
            except Exception as error:
                errors.append(error)

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return stock
