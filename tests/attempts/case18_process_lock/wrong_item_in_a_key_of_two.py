# mistake: claim-of-its-own
"""Case 18: the item is a part of the lock's key."""

import time
from diskcache_community import Lock

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with Lock(office, ("phone", item)):
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
