# mistake: asks-again
"""Whoever is turned away asks again, until he gets through."""

import threading
from collections.abc import Sequence

from kitchen import Supplier, TooBusy


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    crates, errors = [], []

    def order(item: int) -> None:
        while True:
            try:
                crates.append(supplier.phone(item))
                return
            except TooBusy:
                continue
            except Exception as error:
                errors.append(error)
                return

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
