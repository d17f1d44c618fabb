# mistake: no-claim
"""Case 18: everybody waits for a while by chance, and then phones."""

import random
import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    time.sleep(random.uniform(0, 0.1))
    crate = supplier.phone(item)
    office.set("stock", office.get("stock", 0) + crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
