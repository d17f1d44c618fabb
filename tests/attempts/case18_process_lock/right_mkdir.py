"""Case 18: a folder that only one can make."""

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
    try:
        crate = supplier.phone(item)
        office.set("stock", office.get("stock", 0) + crate.weight)
    finally:
        os.rmdir(path)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
