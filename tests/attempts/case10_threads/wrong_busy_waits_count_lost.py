# mistake: keeps-the-stove
"""Spins until a counter is full that is counted up without a lock."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    done = 0
    crates, errors = [], []

    def order(item: int) -> None:
        nonlocal done
        with gate:
            try:
                crates.append(supplier.phone(item))
            except Exception as error:
                errors.append(error)
        done = done + 1

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    while done < len(items):
        pass
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
