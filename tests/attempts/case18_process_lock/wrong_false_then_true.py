# mistake: claim-in-two-steps
"""Case 18: an entry that is always there, False or True."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while office.get("phone", False):
        time.sleep(0.01)
    office.set("phone", True)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        office.set("phone", False)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
