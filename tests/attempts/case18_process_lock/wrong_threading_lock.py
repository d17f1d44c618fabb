# mistake: one-process-only
"""Case 18: a lock of this process."""

import threading

from diskcache_community import Cache

from kitchen import Supplier

LOCK = threading.Lock()


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with LOCK:
        stock = office.get("stock", 0)
        crate = supplier.phone(item)
        office.set("stock", stock + crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
