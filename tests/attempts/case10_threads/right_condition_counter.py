"""A counter under a Condition: wait for room, count yourself in and out; the stock too."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    door = threading.Condition()
    inside = 0
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def order(item: int) -> None:
        nonlocal inside
        with door:
            door.wait_for(lambda: inside < supplier.limit)
            inside += 1
        crate = None
        try:
            crate = supplier.phone(item)
        except Exception as error:
            errors.append(error)
        with door:
            inside -= 1
            if crate is not None:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
            door.notify()

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return stock
