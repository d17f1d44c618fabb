# mistake: claim-after-the-call
"""Case 18: the claim round the count only."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    crate = supplier.phone(item)
    while not office.add("stock taken", item):
        time.sleep(0.01)
    try:
        office.set("stock", office.get("stock", 0) + crate.weight)
    finally:
        office.delete("stock taken")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
