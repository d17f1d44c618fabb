"""One thread owns the stock. The others send it what they have, and nobody else writes to it."""

import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    todo, arrived = queue.Queue(), queue.Queue()
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def fetch() -> None:
        while (item := todo.get()) is not None:
            try:
                arrived.put(supplier.phone(item))
            except Exception as error:
                arrived.put(error)

    def own() -> None:
        while (crate := arrived.get()) is not None:
            if isinstance(crate, Exception):
                errors.append(crate)
            else:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    owner = threading.Thread(target=own)
    owner.start()
    fetchers = [threading.Thread(target=fetch) for _ in range(supplier.limit)]
    for thread in fetchers:
        thread.start()
    for item in items:
        todo.put(item)
    for _ in fetchers:
        todo.put(None)
    for thread in fetchers:
        thread.join()
    arrived.put(None)
    owner.join()
    if errors:
        raise ExceptionGroup("spoiled", errors)
    return stock
