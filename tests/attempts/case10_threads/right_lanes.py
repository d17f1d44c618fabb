"""Each thread starts its successor when its own call is over: as many lanes as the limit."""

import threading
from collections import deque
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    todo = deque(items)
    lock = threading.Lock()
    threads, errors = [], []
    stock: dict[str, int] = {}

    def start_next() -> None:
        with lock:
            if todo:
                thread = threading.Thread(target=order, args=(todo.popleft(),))
                threads.append(thread)
                thread.start()

    def order(item: int) -> None:
        try:
            crate = supplier.phone(item)
            with lock:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        except Exception as error:
            errors.append(error)
        start_next()

    for _ in range(supplier.limit):
        start_next()
    for thread in threads:  # it grows meanwhile: a thread starts the next before it ends
        thread.join()
    if errors:
        raise errors[0]
    return stock
