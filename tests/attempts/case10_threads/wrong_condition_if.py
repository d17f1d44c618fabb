# mistake: condition-if
"""More workers than places, and `if` round the wait: when it wakes, the place may be gone again."""

import threading
from collections import deque
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    door = threading.Condition()
    inside = 0
    todo = deque(items)
    crates, errors = [], []

    def work() -> None:
        nonlocal inside
        while True:
            with door:
                if not todo:
                    return
                item = todo.popleft()
                if inside >= supplier.limit:
                    door.wait()
                inside += 1
            try:
                crates.append(supplier.phone(item))
            except Exception as error:
                errors.append(error)
            with door:
                inside -= 1
                door.notify()

    workers = [threading.Thread(target=work) for _ in range(2 * supplier.limit)]
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
