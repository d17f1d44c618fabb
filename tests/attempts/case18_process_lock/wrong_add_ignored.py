# mistake: claim-ignored
"""Case 18: `add`, and what it says is not heard."""

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    office.add("phone", item)
    try:
        crate = supplier.phone(item)
        office.set("stock", office.get("stock", 0) + crate.weight)
    finally:
        office.delete("phone")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
