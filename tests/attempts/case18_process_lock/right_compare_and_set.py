"""Case 18: the claim round the call; the count tried until nobody came between."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while not office.add("phone", item):
        time.sleep(0.01)
    try:
        crate = supplier.phone(item)
    finally:
        office.delete("phone")
    while True:
        before = office.get("stock", 0)
        with office.transact():
            if office.get("stock", 0) == before:
                office.set("stock", before + crate.weight)
                return
        time.sleep(0.001)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
