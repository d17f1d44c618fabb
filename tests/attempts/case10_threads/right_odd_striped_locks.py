"""Eight stripes, each a lock and a dict of its own; a kind always falls into the same stripe."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


STRIPES = 8


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stripes = [(threading.Lock(), {}) for _ in range(STRIPES)]

    def order(item: int) -> None:
        crate = supplier.phone(item)
        lock, sums = stripes[hash(crate.kind) % STRIPES]
        with lock:
            sums[crate.kind] = sums.get(crate.kind, 0) + crate.weight

    with ThreadPoolExecutor(supplier.limit) as pool:
        for _ in pool.map(order, items):
            pass
    return {kind: weight for _, sums in stripes for kind, weight in sums.items()}
