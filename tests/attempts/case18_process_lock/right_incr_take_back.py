"""Case 18: who counts to one has the phone, all others take their count back."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    wait = 0.004 + 0.001 * (item % 7)
    while office.incr("callers") != 1:
        office.decr("callers")
        time.sleep(wait)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        office.decr("callers")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
