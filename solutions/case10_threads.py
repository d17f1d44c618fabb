"""Case 10, solved: threads fetch, and one of them counts.

A pool of `supplier.limit` threads makes the calls; the pool is the limit, and needs no semaphore.
What a thread brings back goes through a future to the caller, who alone writes to `stock`. What
only one thread touches needs no lock: there is none to forget, to hold too long, or to take in the
wrong order. Leaving the `with` waits for the threads, on every way out.

Trade-offs:
- Results come in the order of the items: a slow first call holds up the counting, not the calls.
  Take `as_completed` to count each crate as it comes.
- On the first error, in the order of the items, `map` cancels the calls that have not begun; those
  under way run to their end before the error reaches the caller, since Python can't stop a thread.
  With `submit` and `result()` nothing is cancelled, and all the rest is still ordered, unless you
  call `shutdown(cancel_futures=True)`. To keep what came all the same, ask each future for its
  `exception()`, and raise an ExceptionGroup at the end.
- All items are queued at once, a future for each. For orders without end, put a `queue.Queue` with
  a `maxsize` before a few threads, so that the producer waits.
- The pool limits this call. Two restocks at once are two pools: let them share one.
- Take a `Lock` when threads must see each other's changes while they work: a cache, a budget that
  they draw from. Then hold it over the whole read-modify-write, never during a call.
- Threads pay for waiting, not for computing (one GIL). For thousands of calls at once use asyncio.

O(1) per crate, beside the call; `supplier.limit` threads.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    """Order every item, never more than `supplier.limit` at once; the weight of each kind.

    Raises the first Spoiled, in the order of the items. No thread is left when it has ended.
    """
    stock: dict[str, int] = {}
    with ThreadPoolExecutor(max_workers=supplier.limit) as pool:
        for crate in pool.map(supplier.phone, items):
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
