"""Case 18: the library's dictionary, whose `setdefault` is atomic."""

import secrets
import time

from diskcache_community import Cache, Index

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    index = Index.fromcache(office)
    me = secrets.token_hex()
    while index.setdefault("phone", me) != me:
        time.sleep(0.01)
    try:
        crate = supplier.phone(item)
        with index.transact():
            index["stock"] = index.get("stock", 0) + crate.weight
    finally:
        del index["phone"]


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
