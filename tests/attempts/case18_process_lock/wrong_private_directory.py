# mistake: another-folder
"""Case 18: claims in a folder of the branch's own."""

import tempfile
import time

from diskcache_community import Cache

from kitchen import Supplier

CLAIMS = Cache(tempfile.mkdtemp())


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    while not CLAIMS.add("phone", item):
        time.sleep(0.01)
    try:
        crate = supplier.phone(item)
        office.set("stock", office.get("stock", 0) + crate.weight)
    finally:
        CLAIMS.delete("phone")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
