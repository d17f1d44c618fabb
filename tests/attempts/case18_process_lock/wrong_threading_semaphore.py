# mistake: one-process-only
"""Case 18: a semaphore of this process, imported by name."""

from threading import BoundedSemaphore

from diskcache_community import Cache

from kitchen import Supplier

ONE = BoundedSemaphore(1)


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with ONE:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
