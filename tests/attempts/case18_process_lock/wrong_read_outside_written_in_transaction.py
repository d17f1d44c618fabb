# mistake: count-outside
"""Case 18: claim round the call; the count read outside the transaction."""

from diskcache_community import Cache, Lock

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with Lock(office, "phone"):
        crate = supplier.phone(item)
    stock = office.get("stock", 0)
    with office.transact():
        office.set("stock", stock + crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
