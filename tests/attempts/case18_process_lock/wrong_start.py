# mistake: no-claim
"""Case 18: as shipped."""

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    """Order one item by phone, and add its weight to the stock."""
    stock = office.get("stock", 0)
    crate = supplier.phone(item)
    office.set("stock", stock + crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
