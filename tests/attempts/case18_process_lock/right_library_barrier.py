"""Case 18: the library's barrier round a function."""

from diskcache_community import Cache, Lock, barrier

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    @barrier(office, Lock, name="phone")
    def alone() -> None:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)

    alone()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
