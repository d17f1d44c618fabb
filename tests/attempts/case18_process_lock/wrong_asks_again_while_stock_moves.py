# mistake: asks-again
"""Case 18: the same, with a growing pause."""

import time

from diskcache_community import Cache

from kitchen import Supplier, TooBusy


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    for attempt in range(12):
        try:
            crate = supplier.phone(item)
        except TooBusy:
            time.sleep(0.01 * (attempt + 1))
        else:
            break
    with office.transact():
        office["stock"] = office.get("stock", 0) + crate.weight


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
