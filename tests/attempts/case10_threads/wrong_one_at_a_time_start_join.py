# mistake: one-at-a-time
"""start and join in one loop."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def order(item: int) -> None:
        try:
            crate = supplier.phone(item)
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        except Exception as error:
            errors.append(error)

    for item in items:
        thread = threading.Thread(target=order, args=(item,))
        thread.start()
        thread.join()
    if errors:
        raise errors[0]
    return stock
