"""Case 18: the same, asked for again and again."""

import fcntl
import time
from pathlib import Path

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    with (Path(office.directory) / "phone.lock").open("a") as file:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                time.sleep(0.01)
        try:
            office.incr("stock", supplier.phone(item).weight)
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
