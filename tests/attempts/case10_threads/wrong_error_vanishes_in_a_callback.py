# mistake: error-vanishes
"""The callback raises. A future logs that and goes on; nobody asks the future itself."""

import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    lock = threading.Lock()
    stock: dict[str, int] = {}

    def count(future: Future) -> None:
        crate = future.result()
        with lock:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    with ThreadPoolExecutor(supplier.limit) as pool:
        for item in items:
            pool.submit(supplier.phone, item).add_done_callback(count)
    return stock
