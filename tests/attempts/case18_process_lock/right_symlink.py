"""Case 18: a link that only one can make."""

import os
import time
from contextlib import suppress

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    path = os.path.join(office.directory, "phone")
    while True:
        with suppress(FileExistsError):
            os.symlink(f"taken for {item}", path)
            break
        time.sleep(0.01)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        os.remove(path)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
