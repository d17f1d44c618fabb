"""An Event says that there may be room. Whether there is, is looked up under the lock."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


class Door:
    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.inside = 0
        self.lock = threading.Lock()
        self.room = threading.Event()

    def enter(self) -> None:
        while True:
            with self.lock:
                if self.inside < self.limit:
                    self.inside += 1
                    return
                self.room.clear()
            self.room.wait()

    def leave(self) -> None:
        with self.lock:
            self.inside -= 1
            self.room.set()


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    door = Door(supplier.limit)
    crates, errors = [], []

    def order(item: int) -> None:
        door.enter()
        try:
            crates.append(supplier.phone(item))
        except Exception as error:
            errors.append(error)
        finally:
            door.leave()

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
