# mistake: count-outside
"""Case 18: the stock is read inside, and written outside."""

from diskcache_community import Cache, Lock

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with Lock(office, "phone"):
        stock = office.get("stock", 0)
        crate = supplier.phone(item)
    office.set("stock", stock + crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
