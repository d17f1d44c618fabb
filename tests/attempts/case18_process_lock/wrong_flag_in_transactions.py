# mistake: not-given-back
"""Case 18: a flag, looked at and set within one transaction, stays set where an item is spoiled."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while True:
        with office.transact():
            free = not office.get("busy", False)
            if free:
                office.set("busy", True)
        if free:
            break
        time.sleep(0.01)
    crate = supplier.phone(item)
    with office.transact():
        office.set("stock", office.get("stock", 0) + crate.weight)
        office.set("busy", False)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
