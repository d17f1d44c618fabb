"""A decorator that lets so many calls through at once."""

import functools
import threading
from collections.abc import Callable, Sequence

from kitchen import Supplier


def at_most(limit: int) -> Callable:
    gate = threading.BoundedSemaphore(limit)

    def decorate(function: Callable) -> Callable:
        @functools.wraps(function)
        def held_back(*args):
            with gate:
                return function(*args)

        return held_back

    return decorate


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    phone = at_most(supplier.limit)(supplier.phone)
    answers = []

    def order(item: int) -> None:
        try:
            answers.append(phone(item))
        except Exception as error:
            answers.append(error)

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stock: dict[str, int] = {}
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
        stock[answer.kind] = stock.get(answer.kind, 0) + answer.weight
    return stock
