"""Case 18: a number for everybody, and the next one is called."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    mine = office.incr("tickets")
    while office.get("served", 0) != mine - 1:
        time.sleep(0.005)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        office.incr("served")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
