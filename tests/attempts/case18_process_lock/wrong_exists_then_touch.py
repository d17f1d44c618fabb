# mistake: claim-in-two-steps
"""Case 18: a file that is looked for, and made in a second step."""

import time
from pathlib import Path

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    path = Path(office.directory) / "phone.lock"
    while path.exists():
        time.sleep(0.01)
    path.touch()
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        path.unlink(missing_ok=True)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
