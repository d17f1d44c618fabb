"""A read-write lock guards which kinds there are; each kind's cell has its own lock for the sum."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from kitchen import Supplier


class ReadWriteLock:
    def __init__(self) -> None:
        self._free = threading.Condition()
        self._readers = 0
        self._writing = False

    @contextmanager
    def reading(self):
        with self._free:
            while self._writing:
                self._free.wait()
            self._readers += 1
        try:
            yield
        finally:
            with self._free:
                self._readers -= 1
                if not self._readers:
                    self._free.notify_all()

    @contextmanager
    def writing(self):
        with self._free:
            while self._writing or self._readers:
                self._free.wait()
            self._writing = True
        try:
            yield
        finally:
            with self._free:
                self._writing = False
                self._free.notify_all()


class Cell:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.total = 0


class Shelf:
    def __init__(self) -> None:
        self._rw = ReadWriteLock()
        self._cells: dict[str, Cell] = {}

    def add(self, kind: str, weight: int) -> None:
        with self._rw.reading():
            cell = self._cells.get(kind)
        if cell is None:
            with self._rw.writing():
                if kind not in self._cells:
                    self._cells[kind] = Cell()
                cell = self._cells[kind]
        with cell.lock:
            cell.total += weight

    def totals(self) -> dict[str, int]:
        with self._rw.writing():
            return {kind: cell.total for kind, cell in self._cells.items()}


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    shelf = Shelf()

    def order(item: int) -> None:
        crate = supplier.phone(item)
        shelf.add(crate.kind, crate.weight)

    with ThreadPoolExecutor(supplier.limit) as pool:
        futures = [pool.submit(order, item) for item in items]
    for future in futures:
        future.result()
    return shelf.totals()
