# mistake: claim-of-its-own
"""Case 18: a file lock, one for each item."""

import fcntl
import os

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with open(os.path.join(office.directory, f"item{item}.lock"), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
