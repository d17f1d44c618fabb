# remark: polling
"""Looks every 10 ms whether there is room; test and count are one step, under a lock."""

import threading
import time
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    lock = threading.Lock()
    inside = 0
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def enter() -> None:
        nonlocal inside
        while True:
            with lock:
                if inside < supplier.limit:
                    inside += 1
                    return
            time.sleep(0.01)

    def order(item: int) -> None:
        nonlocal inside
        enter()
        try:
            crate = supplier.phone(item)
            with lock:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        except Exception as error:
            errors.append(error)
        finally:
            with lock:
                inside -= 1

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return stock
