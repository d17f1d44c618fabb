# mistake: one-process-only
"""Case 18: a lock that only forked children would share."""

import multiprocessing

from diskcache_community import Cache

from kitchen import Supplier

LOCK = multiprocessing.Lock()


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with LOCK:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
