# mistake: deadlock
"""Counts itself out, and wakes nobody."""

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
            while inside >= supplier.limit:
                door.wait()
            inside += 1
        try:
            crates.append(supplier.phone(item))
        except Exception as error:
            errors.append(error)
        finally:
            with door:
                inside -= 1

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
