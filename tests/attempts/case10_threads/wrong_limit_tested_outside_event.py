# mistake: limit-tested-outside
"""An Event says that there is room; all who wait see it at once, and all go in."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    lock = threading.Lock()
    room = threading.Event()
    room.set()
    inside = 0
    crates, errors = [], []

    def order(item: int) -> None:
        nonlocal inside
        room.wait()
        with lock:
            inside += 1
            if inside >= supplier.limit:
                room.clear()
        try:
            crates.append(supplier.phone(item))
        except Exception as error:
            errors.append(error)
        with lock:
            inside -= 1
            room.set()

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
