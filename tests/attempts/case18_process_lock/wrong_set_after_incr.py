# mistake: read-then-written
"""Case 18: the sum that `incr` told is written once more."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while not office.add("phone", True):
        time.sleep(0.01)
    try:
        crate = supplier.phone(item)
    finally:
        office.delete("phone")
    total = office.incr("stock", crate.weight)
    office.set("stock", total)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
