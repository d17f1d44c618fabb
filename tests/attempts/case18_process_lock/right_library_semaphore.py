"""Case 18: the library's semaphore with one place."""

from diskcache_community import BoundedSemaphore, Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with BoundedSemaphore(office, "phone", value=1):
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
