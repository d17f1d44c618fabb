"""Case 18: the claim as a context manager."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from diskcache_community import Cache

from kitchen import Supplier


@contextmanager
def claimed(office: Cache, key: str) -> Iterator[None]:
    """The key is ours meanwhile."""
    while not office.add(key, None):
        time.sleep(0.01)
    try:
        yield
    finally:
        office.delete(key)


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with claimed(office, "phone"):
        stock = office.get("stock", 0)
        crate = supplier.phone(item)
        office.set("stock", stock + crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
