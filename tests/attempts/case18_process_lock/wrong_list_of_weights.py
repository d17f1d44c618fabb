# mistake: miscounted
"""Case 18: the stock is a list of weights."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while not office.add("phone", item):
        time.sleep(0.01)
    try:
        crate = supplier.phone(item)
        office.set("stock", [*office.get("stock", []), crate.weight])
    finally:
        office.delete("phone")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
