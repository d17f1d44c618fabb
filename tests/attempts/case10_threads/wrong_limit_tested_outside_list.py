# mistake: limit-tested-outside
"""Who calls now stands in a list. Looking at its length and joining it are two steps."""

import threading
import time
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    calling, crates, errors = [], [], []

    def order(item: int) -> None:
        while len(calling) >= supplier.limit:
            time.sleep(0.005)
        calling.append(item)
        try:
            crates.append(supplier.phone(item))
        except Exception as error:
            errors.append(error)
        calling.remove(item)

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
