# mistake: claim-runs-out
"""Case 18: the library's lock with too short a lease."""

from diskcache_community import Cache, Lock

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with Lock(office, "phone", expire=0.01):
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
