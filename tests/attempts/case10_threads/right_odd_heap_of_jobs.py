"""A heap of jobs under one Condition, closed at the end; crates go into a second heap."""

import heapq
import threading
from collections.abc import Sequence

from kitchen import Supplier


class Jobs:
    def __init__(self) -> None:
        self._heap: list[tuple[int, int]] = []
        self._closed = False
        self._cond = threading.Condition()

    def push(self, priority: int, job: int) -> None:
        with self._cond:
            heapq.heappush(self._heap, (priority, job))
            self._cond.notify()

    def close(self) -> None:
        with self._cond:
            self._closed = True
            self._cond.notify_all()

    def pop(self) -> int | None:
        with self._cond:
            self._cond.wait_for(lambda: self._heap or self._closed)
            return heapq.heappop(self._heap)[1] if self._heap else None


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    jobs = Jobs()
    lock = threading.Lock()
    arrived: list[tuple[str, int]] = []
    errors: list[Exception] = []

    def worker() -> None:
        while (position := jobs.pop()) is not None:
            try:
                crate = supplier.phone(items[position])
            except Exception as error:
                errors.append(error)
            else:
                with lock:
                    heapq.heappush(arrived, (crate.kind, crate.weight))

    threads = [threading.Thread(target=worker) for _ in range(supplier.limit)]
    for thread in threads:
        thread.start()
    for position in range(len(items)):
        jobs.push(-position, position)
    jobs.close()
    for thread in threads:
        thread.join()
    if errors:
        raise ExceptionGroup("orders", errors)
    stock: dict[str, int] = {}
    while arrived:
        kind, weight = heapq.heappop(arrived)
        stock[kind] = stock.get(kind, 0) + weight
    return stock
