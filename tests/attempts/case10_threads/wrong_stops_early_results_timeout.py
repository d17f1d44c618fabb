# mistake: stops-early
"""The counter takes 20 ms without a crate for the end."""

import queue
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    arrived = queue.Queue()
    stock: dict[str, int] = {}

    def count() -> None:
        while True:
            try:
                crate = arrived.get(timeout=0.02)
            except queue.Empty:
                return
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    counter = threading.Thread(target=count)
    counter.start()
    with ThreadPoolExecutor(supplier.limit) as pool:
        for _ in pool.map(lambda item: arrived.put(supplier.phone(item)), items):
            pass
    counter.join()
    return stock
