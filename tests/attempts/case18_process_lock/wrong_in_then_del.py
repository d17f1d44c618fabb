# mistake: claim-in-two-steps
"""Case 18: the same, and what isn't there any more can't be deleted."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while "phone" in office:
        time.sleep(0.01)
    office["phone"] = item
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        del office["phone"]


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
