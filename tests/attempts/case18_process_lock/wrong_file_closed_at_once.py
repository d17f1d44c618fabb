# mistake: given-back-early
"""Case 18: a file lock whose file nobody keeps open."""

import fcntl
import os

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    fcntl.flock(open(os.path.join(office.directory, "phone.lock"), "w"), fcntl.LOCK_EX)
    crate = supplier.phone(item)
    office.incr("stock", crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
