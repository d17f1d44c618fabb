# mistake: deadlock
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock_lock, log_lock = threading.Lock(), threading.Lock()
    stock: dict[str, int] = {}
    log: list[str] = []
    stop = threading.Event()

    def order(item: int) -> None:
        crate = supplier.phone(item)
        with stock_lock:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
            with log_lock:
                log.append(f"{crate.kind}: {stock[crate.kind]}")

    def progress() -> None:
        while not stop.wait(0.05):
            with log_lock, stock_lock:
                log.append(f"{sum(stock.values())} kg so far")

    watcher = threading.Thread(target=progress)
    watcher.start()
    try:
        with ThreadPoolExecutor(supplier.limit) as pool:
            list(pool.map(order, items))
    finally:
        stop.set()
        watcher.join()
    return stock
