# mistake: error-vanishes
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    lock = threading.Lock()
    stock: dict[str, int] = {}
    error: Exception | None = None

    def order(item: int) -> None:
        nonlocal error
        outcome = crate = None
        try:
            crate = supplier.phone(item)
        except Exception as caught:
            outcome = caught
        with lock:
            error = outcome
            if crate is not None:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    with ThreadPoolExecutor(supplier.limit) as pool:
        list(pool.map(order, items))
    if error is not None:
        raise error
    return stock
