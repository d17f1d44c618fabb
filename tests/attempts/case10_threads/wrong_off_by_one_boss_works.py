# mistake: off-by-one
"""As many workers as the limit, and the caller works too."""

import threading
from collections import deque
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    todo = deque(items)
    crates, errors = [], []

    def work() -> None:
        while todo:
            try:
                item = todo.popleft()
            except IndexError:
                return
            try:
                crates.append(supplier.phone(item))
            except Exception as error:
                errors.append(error)

    workers = [threading.Thread(target=work) for _ in range(supplier.limit)]
    for worker in workers:
        worker.start()
    work()
    for worker in workers:
        worker.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
