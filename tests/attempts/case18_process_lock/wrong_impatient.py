# mistake: claim-ignored
"""Case 18: ten looks, and then the phone in any case."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    mine = False
    for _ in range(10):
        mine = office.add("phone", item)
        if mine:
            break
        time.sleep(0.001)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        if mine:
            office.delete("phone")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
