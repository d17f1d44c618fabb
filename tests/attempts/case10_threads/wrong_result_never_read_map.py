# mistake: result-never-read
"""map keeps the errors for whoever asks for the results. Nobody asks."""

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

    with ThreadPoolExecutor(max_workers=supplier.limit) as pool:
        pool.map(order, items)
    return stock
