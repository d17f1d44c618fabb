"""A progress thread looks in every 20 ms; it is told to stop and joined, whatever happens."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stop = threading.Event()
    lock = threading.Lock()
    stock: dict[str, int] = {}
    progress: list[str] = []

    def look() -> None:
        while not stop.wait(0.02):
            with lock:
                kinds, weight = len(stock), sum(stock.values())
            progress.append(f"{kinds} kinds, {weight} kg")

    def order(item: int) -> None:
        crate = supplier.phone(item)
        with lock:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        with ThreadPoolExecutor(supplier.limit) as pool:
            for _ in pool.map(order, items):
                pass
    finally:
        stop.set()
        watcher.join()
    return stock
