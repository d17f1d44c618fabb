"""Case 18: a class with `__enter__` and `__exit__`."""

import time

from diskcache_community import Cache

from kitchen import Supplier


class Claim:
    KEY = ("claim", "phone")

    def __init__(self, office: Cache) -> None:
        self.office = office

    def __enter__(self) -> None:
        while not self.office.add(str(self.KEY), True, tag="claim"):
            time.sleep(0.008)

    def __exit__(self, *error: object) -> None:
        self.office.delete(str(self.KEY))


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with Claim(office):
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
