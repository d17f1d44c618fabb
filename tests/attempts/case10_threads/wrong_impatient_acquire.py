# mistake: impatient-acquire
"""Waits a while for a place, and goes in whether it has one or not."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    crates, errors = [], []

    def order(item: int) -> None:
        gate.acquire(timeout=0.07)
        try:
            crates.append(supplier.phone(item))
        except Exception as error:
            errors.append(error)
        finally:
            gate.release()

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
