"""Every order is a Timer that sets itself again, 10 ms later, when there is no room."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    room = threading.Semaphore(supplier.limit)
    lock = threading.Lock()
    timers: list[threading.Timer] = []
    stock: dict[str, int] = {}
    errors: list[Exception] = []

    def later(seconds: float, item: int) -> None:
        timer = threading.Timer(seconds, order, args=(item,))
        timers.append(timer)
        timer.start()

    def order(item: int) -> None:
        if not room.acquire(blocking=False):
            later(0.01, item)
            return
        try:
            crate = supplier.phone(item)
            with lock:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        except Exception as error:
            errors.append(error)
        finally:
            room.release()

    for item in items:
        later(0, item)
    for timer in timers:  # it grows meanwhile: a timer sets the next before it ends
        timer.join()
    if errors:
        raise errors[0]
    return stock
