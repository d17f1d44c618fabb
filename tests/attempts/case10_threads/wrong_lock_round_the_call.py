# mistake: lock-round-the-call
"""The lock is held during the call as well."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    lock = threading.Lock()
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def order(item: int) -> None:
        try:
            with lock:
                crate = supplier.phone(item)
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return stock
