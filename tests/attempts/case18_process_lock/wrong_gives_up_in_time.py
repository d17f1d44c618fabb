# mistake: gives-up
"""Case 18: the same after some looks."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    for _ in range(8):
        if office.add("phone", item):
            break
        time.sleep(0.01)
    else:
        return
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        office.delete("phone")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
