# mistake: deadlock
import time

from diskcache_community import Cache

from kitchen import Supplier


held = False


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    global held
    while not held and not office.add("busy", 1):
        time.sleep(0.005)
    held = not held
    try:
        office.incr("stock", supplier.phone(item).weight)
    finally:
        if not held:
            office.delete("busy")
