# mistake: claim-deleted
"""Case 18: a file that only one can make; who failed to make it removes it too, if it is there."""

import os
import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    path = os.path.join(office.directory, "lock")
    for _ in range(100):
        try:
            fd = os.open(path, os.O_CREAT | os.O_EXCL)
            os.close(fd)
            crate = supplier.phone(item)
            office.incr("stock", crate.weight)
            return
        except FileExistsError:
            time.sleep(0.01)
        finally:
            if os.path.exists(path):
                os.unlink(path)
    raise TimeoutError("no line")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
