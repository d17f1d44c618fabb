# mistake: error-vanishes
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    lock = threading.Lock()
    over = threading.Event()
    left = len(items)
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def order(item: int) -> None:
        nonlocal left
        try:
            with gate:
                crate = supplier.phone(item)
            with lock:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
                left -= 1
                if left == 0:
                    over.set()
        except Exception as error:
            over.set()
            errors.append(error)

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    over.wait()
    failed = list(errors)
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return stock
