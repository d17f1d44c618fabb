# mistake: asks-again
"""Case 18: who was turned away tries again."""

import time

from diskcache_community import Cache

from kitchen import Supplier, TooBusy


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while True:
        try:
            crate = supplier.phone(item)
            break
        except TooBusy:
            time.sleep(0.02)
    office.incr("stock", crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
