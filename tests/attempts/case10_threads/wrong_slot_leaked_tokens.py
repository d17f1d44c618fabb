# mistake: slot-leaked
"""A token goes back into the queue after a crate, and not after an error."""

import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    tokens = queue.Queue()
    for _ in range(supplier.limit):
        tokens.put("token")
    crates, errors = [], []

    def order(item: int) -> None:
        token = tokens.get()
        try:
            crate = supplier.phone(item)
        except Exception as error:
            errors.append(error)
            return
        tokens.put(token)
        crates.append(crate)

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
