"""Case 18: looks that become rarer, with jitter."""

import random
import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    pause = 0.001
    while not office.add("phone", True):
        time.sleep(pause * random.uniform(0.5, 1.5))
        pause = min(pause * 2, 0.03)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        office.delete("phone")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
