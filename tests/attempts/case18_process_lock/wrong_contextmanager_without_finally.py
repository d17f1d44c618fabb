# mistake: not-given-back
"""Case 18: a context manager that forgets errors."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from diskcache_community import Cache

from kitchen import Supplier


@contextmanager
def claimed(office: Cache) -> Iterator[None]:
    while not office.add("phone", None):
        time.sleep(0.01)
    yield
    office.delete("phone")


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with claimed(office):
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
