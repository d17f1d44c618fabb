# mistake: deadlock
import threading
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    making = threading.Lock()
    locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
    stock: dict[str, int] = {}
    history: list[str] = []
    before: str | None = None

    def lock_of(kind: str) -> threading.Lock:
        with making:
            return locks[kind]

    def order(item: int) -> None:
        nonlocal before
        crate = supplier.phone(item)
        kind, other, before = crate.kind, before, crate.kind
        with lock_of(kind):
            stock[kind] = stock.get(kind, 0) + crate.weight
            if other is not None and other != kind:
                with lock_of(other):
                    history.append(f"{other} {stock.get(other, 0)}, then {kind} {stock[kind]}")

    with ThreadPoolExecutor(supplier.limit) as pool:
        list(pool.map(order, items))
    return stock
