# mistake: claim-in-two-steps
"""Case 18: looks, writes its own name, and reads it back."""

import secrets
import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    me = secrets.token_hex(4)
    while True:
        if office.get("phone") is None:
            office.set("phone", me)
            if office.get("phone") == me:
                break
        time.sleep(0.01)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        office.delete("phone")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
