# mistake: claim-deleted
"""Case 18: losers set the count of callers to zero."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while office.incr("callers") != 1:
        office.set("callers", 0)
        time.sleep(0.01)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        office.set("callers", 0)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
