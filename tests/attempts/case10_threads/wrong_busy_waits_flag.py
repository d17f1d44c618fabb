# mistake: keeps-the-stove
"""Spins on a flag that another function sets as a local variable of its own."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate, lock = threading.Semaphore(supplier.limit), threading.Lock()
    finished = False
    left = len(items)
    crates, errors = [], []

    def order(item: int) -> None:
        nonlocal left
        with gate:
            try:
                crates.append(supplier.phone(item))
            except Exception as error:
                errors.append(error)
        with lock:
            left -= 1
            if left == 0:
                finished = True

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    while not finished:
        pass
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
