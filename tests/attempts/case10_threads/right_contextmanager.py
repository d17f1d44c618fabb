"""A context manager of one's own takes a place and gives it back, whatever happens."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    places = threading.Semaphore(supplier.limit)
    crates, errors = [], []

    @contextmanager
    def place() -> Iterator[None]:
        places.acquire()
        try:
            yield
        except Exception as error:
            errors.append(error)
        finally:
            places.release()

    def order(item: int) -> None:
        with place():
            crates.append(supplier.phone(item))

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
