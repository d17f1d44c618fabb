"""The gate is made by the first who needs it: looked for, and looked for again under the lock."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


class Gate:
    _the_one = None
    _making = threading.Lock()

    @classmethod
    def get(cls, limit):
        if cls._the_one is None:
            with cls._making:
                if cls._the_one is None:
                    cls._the_one = threading.Semaphore(limit)
        return cls._the_one


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    crates, errors = [], []

    def order(item):
        with Gate.get(supplier.limit):
            try:
                crates.append(supplier.phone(item))
            except Exception as error:
                errors.append(error)

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    stock = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
