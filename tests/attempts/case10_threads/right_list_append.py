"""list.append is one step. The sum is made when all threads have ended."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    weights: list[tuple[str, int]] = []
    errors: list[BaseException] = []

    def order(item: int) -> None:
        with gate:
            try:
                crate = supplier.phone(item)
                weights.append((crate.kind, crate.weight))
            except BaseException as error:
                errors.append(error)

    threads = [threading.Thread(target=order, args=[item]) for item in items]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for kind, weight in weights:
        stock[kind] = stock.get(kind, 0) + weight
    return stock
