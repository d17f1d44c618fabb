# mistake: limit-tested-outside
"""All look without a pause whether there is room, and count themselves in without a lock."""

import threading
from collections.abc import Sequence

from kitchen import Crate, Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    inside = 0
    crates: list[Crate] = []
    errors: list[Exception] = []

    def order(item: int) -> None:
        nonlocal inside
        while inside >= supplier.limit:
            pass
        inside += 1
        try:
            crates.append(supplier.phone(item))
        except Exception as error:
            errors.append(error)
        finally:
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
