# mistake: never-joined
"""shutdown(wait=False) doesn't wait for the calls."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    lock = threading.Lock()
    stock: dict[str, int] = {}

    def order(item: int) -> None:
        crate = supplier.phone(item)
        with lock:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    pool = ThreadPoolExecutor(supplier.limit)
    futures = [pool.submit(order, item) for item in items]
    pool.shutdown(wait=False)
    for future in futures:
        if future.done():
            future.result()
    return stock
