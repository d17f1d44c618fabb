"""Case 7: fifty crates, and a supplier who takes a few calls at once.

The pantry is empty. `restock` orders every crate at the same moment, and the supplier, who
serves only `supplier.limit` callers at once, turns most of them away.

Change `restock` so that all crates are delivered, none is turned away, never more than
`supplier.limit` are under way, and it is still concurrent: under 0.6 of the time that one at a
time would take (50 crates: under 1.5 s; an order of fewer crates than twice the limit isn't timed,
nor one from a supplier who takes only two calls). By the time it returns, all crates are there.
What else is promised, whatever your fix looks like:
- a spoiled crate (the call raises `Spoiled`) never wedges the line: restock delivers the rest, or
  raises; nothing is left waiting, and a second restock, begun when all is quiet, works in full;
- another supplier has another limit (3, 8): it is in `supplier.limit`, and in `Supplier.limit`;
- a cancelled restock ends at once, hangs up what is in the air, asks for nothing more, and a
  second one works in full.

Leave the name and the arguments of `restock` alone. What it returns is not judged. Threads come
with case 10 (one that is on the phone can't be cancelled), and there are no files or sockets to
wait for.
"""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    """Order every crate from the supplier."""
    await asyncio.gather(
        *(supplier.deliver(crate) for crate in crates),
        return_exceptions=True,
    )


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
