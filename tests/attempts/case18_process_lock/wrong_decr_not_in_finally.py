# mistake: not-given-back
"""Case 18: the count of callers stays up when an item is spoiled."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while office.incr("callers") != 1:
        office.decr("callers")
        time.sleep(0.005 + 0.001 * (item % 5))
    crate = supplier.phone(item)
    office.incr("stock", crate.weight)
    office.decr("callers")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
