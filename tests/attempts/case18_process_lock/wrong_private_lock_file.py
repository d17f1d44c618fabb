# mistake: another-folder
"""Case 18: a lock on a file that each branch makes for itself."""

import fcntl
import tempfile

from diskcache_community import Cache

from kitchen import Supplier

FILE = tempfile.TemporaryFile()


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    fcntl.flock(FILE, fcntl.LOCK_EX)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        fcntl.flock(FILE, fcntl.LOCK_UN)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
