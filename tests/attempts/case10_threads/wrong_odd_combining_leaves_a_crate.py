# mistake: lock-on-the-write-only
import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    lock = threading.Lock()
    waiting: deque = deque()
    stock: dict[str, int] = {}
    log: list[str] = []

    def order(item: int) -> None:
        waiting.append(supplier.phone(item))
        if lock.acquire(blocking=False):
            try:
                while waiting:
                    crate = waiting.popleft()
                    stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
                log.append(f"{sum(stock.values())} kg of {', '.join(sorted(stock))}")
            finally:
                lock.release()

    with ThreadPoolExecutor(supplier.limit) as pool:
        list(pool.map(order, items))
    return stock
