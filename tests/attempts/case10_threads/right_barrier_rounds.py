"""Rounds: as many threads as the limit, each makes one call a round, all meet at a barrier."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    limit = supplier.limit
    barrier = threading.Barrier(limit)
    rounds = -(-len(items) // limit)
    crates, errors = [], []

    def work(me: int) -> None:
        for number in range(rounds):
            index = number * limit + me
            try:
                if index < len(items):
                    crates.append(supplier.phone(items[index]))
            except Exception as error:
                errors.append(error)
            barrier.wait()

    workers = [threading.Thread(target=work, args=(me,)) for me in range(limit)]
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
