"""Each future's callback counts its crate, under a lock; the errors are asked for at the end."""

import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    lock = threading.Lock()
    stock: dict[str, int] = {}

    def count(future: Future) -> None:
        if future.exception() is not None:
            return
        crate = future.result()
        with lock:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    futures = []
    with ThreadPoolExecutor(max_workers=supplier.limit) as pool:
        for item in items:
            future = pool.submit(supplier.phone, item)
            future.add_done_callback(count)
            futures.append(future)
    for future in futures:
        future.result()
    return stock
