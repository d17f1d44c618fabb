# mistake: slot-leaked
"""Who meets an error doesn't count himself out."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    door = threading.Condition()
    inside = 0
    crates, errors = [], []

    def order(item: int) -> None:
        nonlocal inside
        with door:
            door.wait_for(lambda: inside < supplier.limit)
            inside += 1
        try:
            crates.append(supplier.phone(item))
            with door:
                inside -= 1
                door.notify()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
