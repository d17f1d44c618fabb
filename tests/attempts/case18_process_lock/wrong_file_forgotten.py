# mistake: given-back-early
"""Case 18: a file lock, whose file is forgotten when the helper returns."""

import fcntl
import os

from diskcache_community import Cache

from kitchen import Supplier


def lock_phone(office: Cache) -> None:
    handle = open(os.path.join(office.directory, "phone.lock"), "w")
    fcntl.flock(handle, fcntl.LOCK_EX)


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    lock_phone(office)
    crate = supplier.phone(item)
    office.incr("stock", crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
