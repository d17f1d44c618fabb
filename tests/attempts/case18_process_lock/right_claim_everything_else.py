"""Case 18: claim, `except BaseException`, `else`: the long way round."""

import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while True:
        if office.add("line", "taken"):
            break
        time.sleep(0.02)
    try:
        crate = supplier.phone(item)
    except BaseException:
        office.pop("line")
        raise
    else:
        office["stock"] = office.get("stock", default=0) + crate.weight
        office.pop("line")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
