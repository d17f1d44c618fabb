# mistake: claim-deleted
"""Case 18: who has waited long enough takes the claim away."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    looks = 0
    while not office.add("phone", item):
        looks += 1
        if looks > 3:
            office.delete("phone")
        time.sleep(0.01)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        office.delete("phone")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
