# mistake: read-then-written
"""Case 18: a file lock round the call, the count behind it."""

import fcntl
import os

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with open(os.path.join(office.directory, "phone.lock"), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        crate = supplier.phone(item)
    office.set("stock", office.get("stock", 0) + crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
