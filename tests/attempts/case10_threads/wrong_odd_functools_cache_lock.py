# mistake: lock-per-call
import functools
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}

    @functools.cache
    def lock_for(kind: str) -> threading.Lock:
        return threading.Lock()

    def order(item: int) -> None:
        crate = supplier.phone(item)
        with lock_for(crate.kind):
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    with ThreadPoolExecutor(supplier.limit) as pool:
        list(pool.map(order, items))
    return stock
