"""Case 18, solved: a claim that only one branch can have, held round the call and the count.

`add` writes only where nothing is, in one transaction: of all the branches that try, one gets True.
It is the smallest lock that works between processes, and the cache itself is all it needs.

In production: give the claim an owner and an end (case 19), since a branch that dies here leaves it
for ever; and where no call hangs on it, do without a lock: `office.incr("stock", weight)` counts
right by itself, and `with office.transact():` makes several steps one.

Cost: one write to take the claim, one to give it back, and a look every 10 ms for those who wait.
"""

import time

from diskcache_community import Cache

from kitchen import Supplier

POLL = 0.01
"""Seconds between two looks at the claim."""


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    """Order one item by phone, and add its weight to the stock."""
    while not office.add("on the phone", True):
        time.sleep(POLL)
    try:
        crate = supplier.phone(item)
        office.incr("stock", crate.weight)
    finally:
        office.delete("on the phone")
