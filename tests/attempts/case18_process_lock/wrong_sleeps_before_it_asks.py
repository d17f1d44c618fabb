# mistake: sleeps-too-long
"""Case 18: a sleep before the first look."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    time.sleep(0.2)
    while not office.add("busy", 1):
        time.sleep(0.005)
    try:
        office.incr("stock", supplier.phone(item).weight)
    finally:
        office.delete("busy")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
