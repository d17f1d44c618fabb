"""Case 18: a database of its own in the office's folder, and BEGIN EXCLUSIVE."""

import os
import sqlite3

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    path = os.path.join(office.directory, "phone.db")
    door = sqlite3.connect(path, timeout=60, isolation_level=None)
    try:
        door.execute("BEGIN EXCLUSIVE")
        crate = supplier.phone(item)
        office.set("stock", office.get("stock", 0) + crate.weight)
        door.execute("COMMIT")
    finally:
        door.close()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
