"""The caller takes the place before it starts the thread; the thread gives it back."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    places = threading.Semaphore(supplier.limit)
    crates, errors, threads = [], [], []

    def order(item: int) -> None:
        try:
            crates.append(supplier.phone(item))
        except Exception as error:
            errors.append(error)
        finally:
            places.release()

    for item in items:
        places.acquire()
        thread = threading.Thread(target=order, args=(item,))
        threads.append(thread)
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
