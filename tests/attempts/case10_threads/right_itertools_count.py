"""Workers draw numbers from one itertools.count: next() is one step."""

import itertools
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    numbers = itertools.count()
    crates, errors = [], []

    def work():
        while (index := next(numbers)) < len(items):
            try:
                crates.append(supplier.phone(items[index]))
            except Exception as error:
                errors.append(error)

    workers = [threading.Thread(target=work) for _ in range(supplier.limit)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if errors:
        raise errors[0]
    stock = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
