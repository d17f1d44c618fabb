# mistake: check-outside-act-inside
"""The gate is made by the first who finds none, and nobody looks again under the lock."""

import threading
from collections.abc import Sequence

from kitchen import Supplier

making = threading.Lock()
gate = None


def the_gate(limit: int) -> threading.Semaphore:
    global gate
    if gate is None:
        with making:
            gate = threading.Semaphore(limit)
    return gate


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    crates, errors = [], []

    def order(item: int) -> None:
        with the_gate(supplier.limit):
            try:
                crates.append(supplier.phone(item))
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
