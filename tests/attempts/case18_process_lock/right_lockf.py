"""Case 18: a POSIX lock on a file in the office's folder."""

import fcntl
import os

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    handle = os.open(f"{office.directory}/phone.lock", os.O_CREAT | os.O_RDWR)
    try:
        fcntl.lockf(handle, fcntl.LOCK_EX)
        crate = supplier.phone(item)
        office["stock"] = office.get("stock", 0) + crate.weight
    finally:
        os.close(handle)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
