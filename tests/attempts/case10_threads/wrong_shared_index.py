# mistake: shared-index
"""The workers share an index, and count it up without a lock: two take the same item."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    position = 0
    crates, errors = [], []

    def work() -> None:
        nonlocal position
        while position < len(items):
            item = items[position]
            position += 1
            try:
                crates.append(supplier.phone(item))
            except Exception as error:
                errors.append(error)

    workers = [threading.Thread(target=work) for _ in range(supplier.limit)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
