# mistake: keeps-the-stove
"""Spins until as many crates are there as items; a spoiled one never comes."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
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
    while len(crates) < len(items):
        pass
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
