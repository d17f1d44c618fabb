# mistake: another-folder
"""Case 18: the same, the folder named after the process."""

import os
import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    claims = Cache(f"claims-{os.getpid()}")
    while not claims.add("phone", item):
        time.sleep(0.01)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        claims.delete("phone")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
