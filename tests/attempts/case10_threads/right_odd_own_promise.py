"""A Promise of one's own: value and error are there before the flag; the caller asks in turn."""

import threading
from collections import deque
from collections.abc import Sequence

from kitchen import Supplier


class Promise:
    def __init__(self) -> None:
        self._cond = threading.Condition()
        self._done = False
        self._value = None
        self._error: BaseException | None = None

    def settle(self, value=None, error: BaseException | None = None) -> None:
        with self._cond:
            self._value, self._error, self._done = value, error, True
            self._cond.notify_all()

    def get(self):
        with self._cond:
            while not self._done:
                self._cond.wait()
            if self._error is not None:
                raise self._error
            return self._value


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    promises = [Promise() for _ in items]
    todo = deque(zip(promises, items))

    def worker() -> None:
        while True:
            try:
                promise, item = todo.popleft()
            except IndexError:
                return
            try:
                value = supplier.phone(item)
            except BaseException as error:
                promise.settle(error=error)
            else:
                promise.settle(value)

    threads = [threading.Thread(target=worker) for _ in range(supplier.limit)]
    for thread in threads:
        thread.start()
    try:
        stock: dict[str, int] = {}
        for promise in promises:
            crate = promise.get()
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        return stock
    finally:
        todo.clear()
        for thread in threads:
            thread.join()
