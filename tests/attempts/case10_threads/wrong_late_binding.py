# mistake: late-binding
"""The lambda looks item up when it runs, and by then it is another one."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    crates, errors = [], []

    def order(item: int) -> None:
        with gate:
            try:
                crates.append(supplier.phone(item))
            except Exception as error:
                errors.append(error)

    threads = []
    for item in items:
        threads.append(threading.Thread(target=lambda: order(item)))
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
