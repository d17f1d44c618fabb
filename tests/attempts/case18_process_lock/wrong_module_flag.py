# mistake: one-process-only
"""Case 18: a flag of this process."""

import time

from diskcache_community import Cache

from kitchen import Supplier

busy = False


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    global busy
    while busy:
        time.sleep(0.01)
    busy = True
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        busy = False


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
