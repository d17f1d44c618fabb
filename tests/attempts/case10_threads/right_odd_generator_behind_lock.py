"""Items come from one generator that a lock makes safe; results go through another lock."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


class Serial:
    def __init__(self, generator) -> None:
        self._generator = generator
        self._lock = threading.Lock()

    def __iter__(self) -> "Serial":
        return self

    def __next__(self):
        with self._lock:
            return next(self._generator)


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    log: list[str] = []

    def shopping_list():
        for number, item in enumerate(items, 1):
            log.append(f"{number} of {len(items)}")
            yield item

    def summing():
        sums: dict[str, int] = {}
        while True:
            crate = yield sums
            if crate is not None:
                sums[crate.kind] = sums.get(crate.kind, 0) + crate.weight

    todo = Serial(shopping_list())
    till, till_lock = summing(), threading.Lock()
    next(till)
    errors: list[Exception] = []

    def worker() -> None:
        for item in todo:
            try:
                crate = supplier.phone(item)
            except Exception as error:
                errors.append(error)
                return
            with till_lock:
                till.send(crate)

    threads = [threading.Thread(target=worker) for _ in range(supplier.limit)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return dict(next(till))
