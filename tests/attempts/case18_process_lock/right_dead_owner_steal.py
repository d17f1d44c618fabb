import os
import time

from diskcache_community import Cache

from kitchen import Supplier


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def claim(office):
    with office.transact():
        owner = office.get("owner")
        if owner is not None and alive(owner):
            return False
        office.set("owner", os.getpid())
        return True


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while not claim(office):
        time.sleep(0.005)
    try:
        office.incr("stock", supplier.phone(item).weight)
    finally:
        office.delete("owner")
