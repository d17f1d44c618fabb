"""Case 18: the library's own lock with a lease, and `incr`."""

from diskcache_community import Cache, Lock

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    lock = Lock(office, "the phone", expire=60, tag="locks")
    lock.acquire()
    try:
        office.incr("stock", supplier.phone(item).weight)
    finally:
        lock.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
