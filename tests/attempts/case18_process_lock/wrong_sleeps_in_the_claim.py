# mistake: plain
"""Case 18: the claim is kept for longer than the call."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while not office.add("busy", 1):
        time.sleep(0.005)
    try:
        office.incr("stock", supplier.phone(item).weight)
        time.sleep(0.06)
    finally:
        office.delete("busy")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
