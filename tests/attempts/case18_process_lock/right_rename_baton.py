import os
import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    free = os.path.join(office.directory, "line.free")
    held = os.path.join(office.directory, "line.held")
    if office.add("line installed", True):
        open(free, "w").close()
    while True:
        try:
            os.rename(free, held)
            break
        except FileNotFoundError:
            time.sleep(0.005)
    try:
        office.incr("stock", supplier.phone(item).weight)
    finally:
        os.rename(held, free)
