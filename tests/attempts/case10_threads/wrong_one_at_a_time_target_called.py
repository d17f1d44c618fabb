# mistake: one-at-a-time
"""target=order(item): the caller makes the call, and the thread runs None."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}

    def order(item: int) -> None:
        crate = supplier.phone(item)
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    threads = [threading.Thread(target=order(item)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return stock
