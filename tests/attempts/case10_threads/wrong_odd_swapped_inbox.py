# mistake: lost-update
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


class Box:
    def __init__(self) -> None:
        self.crates: list = []

    def put(self, crate) -> None:
        self.crates.append(crate)

    def take_all(self) -> list:
        taken, self.crates = self.crates, []
        return taken


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    box = Box()
    stock: dict[str, int] = {}
    stop = threading.Event()

    def count() -> None:
        for crate in box.take_all():
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    def collector() -> None:
        while not stop.wait(0.01):
            count()

    thread = threading.Thread(target=collector)
    thread.start()
    try:
        with ThreadPoolExecutor(supplier.limit) as pool:
            for future in [
                pool.submit(lambda i=item: box.put(supplier.phone(i))) for item in items
            ]:
                future.result()
    finally:
        stop.set()
        thread.join()
    count()
    return stock
