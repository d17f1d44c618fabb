"""Case 18: the locked file is removed; who got the lock looks whether it is still there."""

import fcntl
import os

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    path = os.path.join(office.directory, "phone.lock")
    while True:
        handle = open(path, "w")
        fcntl.flock(handle, fcntl.LOCK_EX)
        try:
            if os.fstat(handle.fileno()).st_ino == os.stat(path).st_ino:
                break
        except FileNotFoundError:
            pass
        handle.close()
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        os.unlink(path)
        handle.close()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
