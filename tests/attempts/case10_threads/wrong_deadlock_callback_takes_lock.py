# mistake: deadlock
"""Callbacks are added under the lock that they want: a future that is done calls at once."""

import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    lock = threading.Lock()
    stock: dict[str, int] = {}

    def count(future: Future) -> None:
        with lock:
            if future.exception() is None:
                crate = future.result()
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    with ThreadPoolExecutor(supplier.limit) as pool:
        futures = [pool.submit(supplier.phone, item) for item in items]
        futures[0].exception()
        with lock:
            for future in futures:
                future.add_done_callback(count)
    for future in futures:
        future.result()
    return stock
