# mistake: plain
"""Case 18: a line in which each takes out whoever is first."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    place = office.push(item, prefix="line")
    while office.pull(prefix="line")[0] not in (place, None):
        time.sleep(0.005)
    office.incr("stock", supplier.phone(item).weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
