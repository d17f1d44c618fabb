"""C#'s ConcurrentDictionary in small: immutable snapshots, compare-and-swap under a lock, retry."""

import threading
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from kitchen import Supplier


class AtomicReference:
    def __init__(self, value: Mapping[str, int]) -> None:
        self._lock = threading.Lock()
        self._value = value

    def get(self) -> Mapping[str, int]:
        with self._lock:
            return self._value

    def compare_and_set(self, expected: Mapping[str, int], new: Mapping[str, int]) -> bool:
        with self._lock:
            if self._value is not expected:
                return False
            self._value = new
            return True


def add_or_update(ref: AtomicReference, key: str, first: int, update: Callable[[int], int]) -> None:
    while True:
        seen = ref.get()
        value = update(seen[key]) if key in seen else first
        if ref.compare_and_set(seen, MappingProxyType({**seen, key: value})):
            return


def parallel_for_each(source: Sequence[int], degree: int, body: Callable[[int], None]) -> None:
    errors: list[Exception] = []
    todo = iter(list(source))

    def run() -> None:
        for one in todo:  # a list's iterator: each step is one step
            try:
                body(one)
            except Exception as error:
                errors.append(error)

    threads = [threading.Thread(target=run) for _ in range(degree)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise ExceptionGroup("AggregateException", errors)


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock = AtomicReference(MappingProxyType({}))

    def body(item: int) -> None:
        crate = supplier.phone(item)
        weight = crate.weight
        add_or_update(stock, crate.kind, weight, lambda old: old + weight)

    parallel_for_each(items, supplier.limit, body)
    return dict(stock.get())
