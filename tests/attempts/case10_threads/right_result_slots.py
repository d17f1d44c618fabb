"""A slot for each item: no two threads write to the same one."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    slots = [None] * len(items)

    def order(index):
        with gate:
            try:
                slots[index] = supplier.phone(items[index])
            except Exception as error:
                slots[index] = error

    threads = [threading.Thread(target=order, args=(index,)) for index in range(len(items))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stock = {}
    for slot in slots:
        match slot:
            case Exception():
                raise slot
            case crate:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
