# mistake: not-given-back
"""Case 18: after a spoiled item the claim's end is waited for."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while not office.add("phone", item, expire=2):
        time.sleep(0.01)
    crate = supplier.phone(item)
    office.incr("stock", crate.weight)
    office.delete("phone")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
