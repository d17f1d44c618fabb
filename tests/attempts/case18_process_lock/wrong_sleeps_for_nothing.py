# mistake: no-pause
"""Case 18: whoever waits sleeps for no time at all."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while not office.add("busy", 1):
        time.sleep(0)
    try:
        office.incr("stock", supplier.phone(item).weight)
    finally:
        office.delete("busy")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
