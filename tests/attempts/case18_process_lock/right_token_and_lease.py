"""Case 18: the claim has an owner and an end, and is compared before it is deleted."""

import secrets
import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    token = secrets.token_hex(8)
    while not office.add("phone", token, expire=30):
        time.sleep(0.01)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        with office.transact():
            if office.get("phone") == token:
                office.delete("phone")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
