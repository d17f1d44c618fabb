# mistake: check-outside-act-inside
"""if kind in stock: add; else: put. Nothing holds the two together."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def order(item: int) -> None:
        try:
            with gate:
                crate = supplier.phone(item)
        except Exception as error:
            errors.append(error)
            return
        if crate.kind in stock:
            stock[crate.kind] = stock[crate.kind] + crate.weight
        else:
            stock[crate.kind] = crate.weight

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return stock
