# mistake: given-back-early
"""Case 18: the claim round the reading, and not round the call."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while not office.add("phone", item):
        time.sleep(0.01)
    try:
        stock = office.get("stock", 0)
    finally:
        office.delete("phone")
    crate = supplier.phone(item)
    office.set("stock", stock + crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
