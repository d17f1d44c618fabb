# mistake: lock-per-call
"""The lock is a field of the order, and there is an order for every item."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from kitchen import Supplier


@dataclass
class Order:
    item: int
    lock: threading.Lock = field(default_factory=threading.Lock)


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def run(order: Order) -> None:
        try:
            with gate:
                crate = supplier.phone(order.item)
        except Exception as error:
            errors.append(error)
            return
        with order.lock:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    threads = [threading.Thread(target=run, args=(Order(item),)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return stock
