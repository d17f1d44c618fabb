# mistake: claim-of-its-own
"""Case 18: the process number in the key."""

import os
import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    key = f"phone {os.getpid()}"
    while not office.add(key, True):
        time.sleep(0.01)
    try:
        crate = supplier.phone(item)
        office.set("stock", office.get("stock", 0) + crate.weight)
    finally:
        office.delete(key)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
