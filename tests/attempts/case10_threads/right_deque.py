"""Workers take items from one end of a deque and put crates into another."""

import threading
from collections import deque
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    todo, crates = deque(items), deque()
    errors = deque()

    def work():
        while True:
            try:
                item = todo.popleft()
            except IndexError:
                break
            try:
                crates.append(supplier.phone(item))
            except Exception as error:
                errors.append(error)

    workers = [threading.Thread(target=work) for _ in range(supplier.limit)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if errors:
        raise errors.popleft()
    stock = {}
    while crates:
        crate = crates.popleft()
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
