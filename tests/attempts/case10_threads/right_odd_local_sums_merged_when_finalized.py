"""Sums that are local to a thread are merged under a lock when they are finalized."""

import threading
from queue import Queue, Empty

loc = threading.local()


class Sums:
    def __init__(self, lock, stock):
        self.lock, self.stock, self.own = lock, stock, {}

    def __del__(self):
        with self.lock:
            for k, w in self.own.items():
                self.stock[k] = self.stock.get(k, 0) + w


def restock(supplier, items):
    q = Queue()
    stock = {}
    lock = threading.Lock()
    errors = []
    for i in items:
        q.put(i)

    def work():
        loc.sums = Sums(lock, stock)
        try:
            while True:
                crate = supplier.phone(q.get_nowait())
                loc.sums.own[crate.kind] = loc.sums.own.get(crate.kind, 0) + crate.weight
        except Empty:
            pass
        except Exception as e:
            errors.append(e)

    ts = [threading.Thread(target=work) for _ in range(supplier.limit)]
    for t in ts:
        t.start()
    for t in ts:
        t.join()
    if errors:
        raise errors[0]
    return stock
