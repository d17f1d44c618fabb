# remark: office-locked
"""Case 18: everything in one transaction, the call too."""

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with office.transact():
        stock = office.get("stock", 0)
        crate = supplier.phone(item)
        office.set("stock", stock + crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
