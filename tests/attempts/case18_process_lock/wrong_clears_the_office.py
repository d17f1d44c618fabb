# mistake: claim-deleted
"""Case 18: the office is emptied before each delivery."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    office.clear()
    while not office.add("busy", 1):
        time.sleep(0.005)
    try:
        office.incr("stock", supplier.phone(item).weight)
    finally:
        office.delete("busy")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
