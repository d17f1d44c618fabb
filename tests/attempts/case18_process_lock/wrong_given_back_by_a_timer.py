# mistake: plain
"""Case 18: a timer gives the claim back, before the call is over."""

import threading
import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while not office.add("phone", item):
        time.sleep(0.01)
    timer = threading.Timer(0.04, office.delete, args=("phone",))
    timer.start()
    crate = supplier.phone(item)
    office.incr("stock", crate.weight)
    timer.join()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
