# mistake: not-given-back
"""Case 18: a folder as the claim, not removed when an item is spoiled."""

import os
import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    path = os.path.join(office.directory, "phone")
    while True:
        try:
            os.mkdir(path)
            break
        except FileExistsError:
            time.sleep(0.01)
    crate = supplier.phone(item)
    office.incr("stock", crate.weight)
    os.rmdir(path)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
