import select

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while not office.add("busy", item):
        select.select([], [], [], 0.005)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        office.delete("busy")
