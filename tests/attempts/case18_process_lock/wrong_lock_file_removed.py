# mistake: lock-file-removed
"""Case 18: a lock on a file, which is removed when the call is over."""

import fcntl
import os
import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    path = os.path.join(office.directory, "phone.lock")
    handle = open(path, "w")
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            time.sleep(0.01)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        os.remove(path)
        handle.close()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
