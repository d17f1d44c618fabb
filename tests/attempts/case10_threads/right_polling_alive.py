# remark: polling
"""The caller starts a thread whenever fewer than the limit are alive, and looks every 5 ms."""

import threading
import time
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    todo = list(items)
    running, crates, errors = [], [], []

    def order(item):
        try:
            crates.append(supplier.phone(item))
        except Exception as error:
            errors.append(error)

    while todo or running:
        running = [thread for thread in running if thread.is_alive()]
        while todo and len(running) < supplier.limit:
            thread = threading.Thread(target=order, args=(todo.pop(),))
            thread.start()
            running.append(thread)
        time.sleep(0.005)
    if errors:
        raise errors[0]
    stock = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
