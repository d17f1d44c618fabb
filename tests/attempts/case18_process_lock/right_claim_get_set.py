"""Case 18: a claim by `add` round the call and the count."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while not office.add("on the phone", True):
        time.sleep(0.01)
    try:
        crate = supplier.phone(item)
        office.set("stock", office.get("stock", 0) + crate.weight)
    finally:
        office.delete("on the phone")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
