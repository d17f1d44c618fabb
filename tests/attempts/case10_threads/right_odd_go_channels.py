"""From Go: a buffered channel of tokens is the semaphore, and an errgroup keeps the first error."""

import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


class ErrGroup:
    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []
        self._mutex = threading.Lock()
        self._first: BaseException | None = None

    def go(self, function, *args) -> None:
        def body() -> None:
            try:
                function(*args)
            except BaseException as error:
                with self._mutex:
                    if self._first is None:
                        self._first = error

        thread = threading.Thread(target=body)
        self._threads.append(thread)
        thread.start()

    def wait(self) -> None:
        for thread in self._threads:
            thread.join()
        if self._first is not None:
            raise self._first


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    tokens: queue.Queue = queue.Queue(maxsize=supplier.limit)
    crates: queue.SimpleQueue = queue.SimpleQueue()

    def order(item: int) -> None:
        try:
            crates.put(supplier.phone(item))
        finally:
            tokens.get()

    group = ErrGroup()
    for item in items:
        tokens.put(object())  # waits while all places are taken
        group.go(order, item)
    group.wait()
    stock: dict[str, int] = {}
    while not crates.empty():
        crate = crates.get()
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
