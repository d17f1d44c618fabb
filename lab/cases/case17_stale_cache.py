"""Case 17: yesterday's soup is better than none. A cache whose readers have little patience.

Waiters ask the stock cache what is left of each dish. When a number is too old, somebody has to ask
the office, and that takes a second: `office.fetch(key)` 1 s, `office.store(key, value)` 0.05 s, and
with more than `office.limit` calls at once it raises TooBusy. So all calls pass a gate, which is
handed in ready, with `office.limit` places. As shipped every reader stands in line there, even
for a number that is fresh, and whoever finds an old one waits a second for the office. A waiter at
the table can wait a tenth of that. The old number would have done, with a word that it is old.

Mend `StockCache`. Numbers are old by the clock of the loop, `asyncio.get_running_loop().time()`,
counted from the moment at which their fetch or write ended. What is promised:
- no read takes longer than its `patience` (seconds; 20 ms over are tolerated). It gives a fresh
  value, or a stale one marked so; and if there is nothing fit to serve it raises: TimeoutError, or
  the error of the fetch. Whether a reader who could have a stale value waits for a fresh one is up
  to you;
- at most one fetch for each key at a time. It is never cut off: it ends even if no reader is left.
  None is begun while the value is fresh: for `fresh_for` s since its fetch or its write ended;
- a read that finds its value not fresh leads to a fetch (at once, if the gate has a place free), or
  joins the one under way. That holds after a failed fetch, too: a failure isn't remembered, and
  never reaches a reader for whom there is a value;
- `stale` is true exactly when the value is older than `fresh_for`. Each reader gets the newest
  value there is when it is answered, and none that is older than `keep_for` by then;
- `fetch` answers with the value as it was when the fetch began. So a fetch never replaces a write
  that ended after that fetch began; what was written is fresh and needs no fetch;
- a cancelled reader is out at once, and costs the other readers nothing;
- a write goes before every refresh that still waits for a place, and returns when it is stored.
  Never more than `office.limit` calls at once. The gate lets the lowest priority in first:
  `async with gate.acquire(priority)`. `acquire(priority, ttl)` gives up after `ttl` seconds.

Leave these alone: `Reading` and its fields, `StockCache` and the arguments of its three methods.
"""

import asyncio
from typing import NamedTuple

from kitchen import Office, PrioritySemaphore


class Reading(NamedTuple):
    """What a reader gets."""

    value: int
    stale: bool


class StockCache:
    def __init__(
        self, office: Office, gate: PrioritySemaphore, *, fresh_for: float, keep_for: float
    ) -> None:
        self._office, self._gate = office, gate
        self._fresh_for, self._keep_for = fresh_for, keep_for
        self._known: dict[str, tuple[int, float]] = {}  # key: (value, when we got it)

    async def read(self, key: str, patience: float) -> Reading:
        """What is left of `key`."""
        clock = asyncio.get_running_loop().time
        async with self._gate.acquire(10):
            value, since = self._known.get(key, (0, float("-inf")))
            if clock() - since > self._fresh_for:
                value = await self._office.fetch(key)
                self._known[key] = (value, clock())
        return Reading(value, stale=False)

    async def write(self, key: str, value: int) -> None:
        """So much is left of `key` now: the office is told."""
        async with self._gate.acquire(0):
            await self._office.store(key, value)
            self._known[key] = (value, asyncio.get_running_loop().time())


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 17`
    __import__("kitchen").run(__file__)
