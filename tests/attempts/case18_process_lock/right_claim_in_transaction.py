"""Case 18: look and take in one transaction."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def free(office: Cache) -> bool:
    """Take the phone if nobody has it."""
    with office.transact():
        if "taken" in office:
            return False
        office["taken"] = True
        return True


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while not free(office):
        time.sleep(0.01)
    try:
        crate = supplier.phone(item)
        office.set("stock", office.get("stock", 0) + crate.weight)
    finally:
        office.delete("taken")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
