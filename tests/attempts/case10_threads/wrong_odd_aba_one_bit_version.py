# mistake: lock-let-go-between
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


class Versioned:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.snapshot: dict[str, int] = {}
        self.version = False

    def read(self) -> tuple[bool, dict[str, int]]:
        with self.lock:
            return self.version, self.snapshot

    def replace(self, version: bool, snapshot: dict[str, int]) -> bool:
        with self.lock:
            if version != self.version:
                return False
            self.version = not self.version
            self.snapshot = snapshot
            return True


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock = Versioned()

    def order(item: int) -> None:
        crate = supplier.phone(item)
        while True:
            version, seen = stock.read()
            new = dict(seen)
            new[crate.kind] = new.get(crate.kind, 0) + crate.weight
            if stock.replace(version, new):
                break

    with ThreadPoolExecutor(supplier.limit) as pool:
        list(pool.map(order, items))
    return stock.snapshot
