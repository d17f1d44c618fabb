# mistake: shared-generator
"""The workers share a generator without a lock: it can't run in two threads at once."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    crates, errors = [], []

    def numbered():
        number = 0
        for item in items:
            number += 1
            yield number, item

    todo = numbered()

    def work() -> None:
        try:
            for _, item in todo:
                crates.append(supplier.phone(item))
        except Exception as error:
            errors.append(error)

    workers = [threading.Thread(target=work) for _ in range(supplier.limit)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
