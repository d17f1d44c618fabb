# mistake: never-joined
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    left = len(items)
    all_done = threading.Condition()
    stock: dict[str, int] = {}
    errors: list[Exception] = []
    report: list[str] = []

    def order(item: int) -> None:
        nonlocal left
        crate = None
        try:
            with gate:
                crate = supplier.phone(item)
        except Exception as error:
            errors.append(error)
        with all_done:
            if crate is not None:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
            left -= 1
            all_done.notify_all()
        report.append(f"item {item} is through")

    for item in items:
        threading.Thread(target=order, args=(item,)).start()
    with all_done:
        all_done.wait_for(lambda: left == 0)
    if errors:
        raise errors[0]
    return stock
