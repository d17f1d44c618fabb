# mistake: plain
"""Case 18: the library's semaphore, which lets two in."""

from diskcache_community import BoundedSemaphore

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with BoundedSemaphore(office, "line", value=2):
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
