# mistake: given-back-early
"""Case 18: a file lock, and a `with` that closes its file before the call."""

import fcntl
import os

from diskcache_community import Cache

from kitchen import Supplier


def lock(office: Cache) -> None:
    with open(os.path.join(office.directory, "phone.lock"), "w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)


def unlock(office: Cache) -> None:
    with open(os.path.join(office.directory, "phone.lock"), "w") as handle:
        fcntl.flock(handle, fcntl.LOCK_UN)


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    lock(office)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        unlock(office)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
