"""Case 18: the library's lock that its holder may take again."""

from diskcache_community import Cache, RLock

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    lock = RLock(office, "phone")
    with lock:
        stock = office.get("stock", 0)
        with lock:
            crate = supplier.phone(item)
        office.set("stock", stock + crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
