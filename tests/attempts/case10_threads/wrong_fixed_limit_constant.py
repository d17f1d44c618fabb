# mistake: fixed-limit
"""A constant at module level, right for one supplier."""

import threading
from collections.abc import Sequence

from kitchen import Supplier

LIMIT = 4
gate = threading.Semaphore(LIMIT)


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    crates, errors = [], []

    def order(item: int) -> None:
        with gate:
            try:
                crates.append(supplier.phone(item))
            except Exception as error:
                errors.append(error)

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
