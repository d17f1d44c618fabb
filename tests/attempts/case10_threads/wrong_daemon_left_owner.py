# mistake: daemon-left
"""The owner of the stock is a daemon, and is never told that it was the last crate."""

import queue
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    arrived = queue.Queue()
    stock: dict[str, int] = {}

    def own() -> None:
        while True:
            crate = arrived.get()
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
            arrived.task_done()

    threading.Thread(target=own, daemon=True).start()
    with ThreadPoolExecutor(supplier.limit) as pool:
        for _ in pool.map(lambda item: arrived.put(supplier.phone(item)), items):
            pass
    arrived.join()
    return stock
