# mistake: deadlock
"""Who meets an error goes home, and the others wait for him at the barrier."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    limit = supplier.limit
    barrier = threading.Barrier(limit)
    crates, errors = [], []

    def work(mine: Sequence[int]) -> None:
        try:
            for item in mine:
                crates.append(supplier.phone(item))
                barrier.wait()
        except Exception as error:
            errors.append(error)

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
