"""An ExitStack joins every thread that was started, on every way out."""

import threading
from collections.abc import Sequence
from contextlib import ExitStack

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate, lock = threading.Semaphore(supplier.limit), threading.Lock()
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def order(item: int) -> None:
        try:
            with ExitStack() as stack:
                stack.enter_context(gate)
                crate = supplier.phone(item)
                stack.enter_context(lock)
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        except Exception as error:
            errors.append(error)

    with ExitStack() as stack:
        for item in items:
            thread = threading.Thread(target=order, args=(item,))
            thread.start()
            stack.callback(thread.join)
    if errors:
        raise errors[0]
    return stock
