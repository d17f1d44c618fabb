# mistake: lost-update
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    inbox: list = []
    stock: dict[str, int] = {}
    stop = threading.Event()

    def drain() -> None:
        for crate in inbox:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        inbox.clear()

    def collector() -> None:
        while not stop.wait(0.05):
            drain()

    def order(item: int) -> None:
        inbox.append(supplier.phone(item))

    thread = threading.Thread(target=collector)
    thread.start()
    try:
        with ThreadPoolExecutor(supplier.limit) as pool:
            list(pool.map(order, items))
    finally:
        stop.set()
        thread.join()
    drain()
    return stock
