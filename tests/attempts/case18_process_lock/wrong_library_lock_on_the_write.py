# mistake: claim-after-the-call
"""Case 18: the library's lock round the count only."""

from diskcache_community import Cache, Lock

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    crate = supplier.phone(item)
    with Lock(office, "stock taken"):
        office.set("stock", office.get("stock", 0) + crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
