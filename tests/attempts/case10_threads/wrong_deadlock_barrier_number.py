# mistake: deadlock
"""The barrier waits for one more than there are workers."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    limit = supplier.limit
    barrier = threading.Barrier(limit + 1)
    crates, errors = [], []

    def work(mine: Sequence[int]) -> None:
        for item in mine:
            try:
                crates.append(supplier.phone(item))
            except Exception as error:
                errors.append(error)
            barrier.wait()

    workers = [threading.Thread(target=work, args=(items[n::limit],)) for n in range(limit)]
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
