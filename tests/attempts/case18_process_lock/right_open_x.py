"""Case 18: the same by `open(path, "x")`."""

import time
from pathlib import Path

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    path = Path(office.directory, "phone.lock")
    while True:
        try:
            path.open("x").close()
        except FileExistsError:
            time.sleep(0.02)
        else:
            break
    try:
        office.incr("stock", supplier.phone(item).weight)
    finally:
        path.unlink()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
