# mistake: not-given-back
"""Case 18: the library's lock, without `with` or `finally`."""

from diskcache_community import Cache, Lock

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    lock = Lock(office, "phone")
    lock.acquire()
    crate = supplier.phone(item)
    office.set("stock", office.get("stock", 0) + crate.weight)
    lock.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
