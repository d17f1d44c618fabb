# mistake: plain
"""Case 18: a branch's second item is never ordered."""

import time

from diskcache_community import Cache

from kitchen import Supplier


done = set()


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    if done:
        return
    while not office.add("busy", 1):
        time.sleep(0.005)
    try:
        office.incr("stock", supplier.phone(item).weight)
        done.add(item)
    finally:
        office.delete("busy")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
