# mistake: deadlock
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    turn = threading.Condition()
    next_number = 0
    stock: dict[str, int] = {}

    def order(number: int) -> None:
        nonlocal next_number
        crate = error = None
        try:
            crate = supplier.phone(items[number])
        except Exception as caught:
            error = caught
        with turn:
            while next_number != number:
                turn.wait()
            if crate is not None:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
            next_number += 1
            turn.notify()
        if error is not None:
            raise error

    with ThreadPoolExecutor(supplier.limit) as pool:
        futures = [pool.submit(order, number) for number in range(len(items))]
    for future in futures:
        future.result()
    return stock
