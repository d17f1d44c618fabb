# mistake: check-outside-act-inside
"""A shelf is made under the lock, if there was none before it."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    lock = threading.Lock()
    shelves: dict[str, list[int]] = {}

    def order(item: int) -> None:
        crate = supplier.phone(item)
        shelf = shelves.get(crate.kind)
        if shelf is None:
            with lock:
                shelf = shelves[crate.kind] = []
        shelf.append(crate.weight)

    with ThreadPoolExecutor(supplier.limit) as pool:
        for _ in pool.map(order, items):
            pass
    return {kind: sum(shelf) for kind, shelf in shelves.items()}
