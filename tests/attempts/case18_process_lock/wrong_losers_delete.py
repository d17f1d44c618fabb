# mistake: claim-deleted
"""Case 18: `finally` also where the claim wasn't had."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while True:
        try:
            if office.add("phone", item):
                crate = supplier.phone(item)
                office.incr("stock", crate.weight)
                return
        finally:
            office.delete("phone")
        time.sleep(0.01)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
