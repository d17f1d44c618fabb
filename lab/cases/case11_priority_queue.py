"""Case 11: the critic is at table one, and waits behind six reports.

Orders come with a priority, alerts before reports. The line doesn't look at it: first come, first
served. The line that does is one word away, and the word alone makes it worse.

Mend `dispatch` and `Ticket`. `orders` yields (priority, payload) as the orders come, and then ends;
`await cook(payload)` cooks one. The lower number is the more urgent one. What is promised:
- every order is cooked once; `dispatch` returns when the stream has ended and all is cooked (at the
  latest 0.5 s later), and leaves nothing running, also when no orders come at all;
- whenever a cook is free, the most urgent of those who wait is next. A priority may be any whole
  number: -5, 0, 1000000000;
- equal priorities leave in the order in which they came, those that come in one moment too;
- payloads are never compared, not even with `==`: they may be dicts, None, anything;
- an order is read as soon as it comes, and no order waits (for more than 20 ms) while fewer than
  `workers` are being cooked; never more than `workers` are.

Leave the name and the arguments of `dispatch` alone. `Ticket` is yours: rename it, change it, drop
it. No dish fails here, and nobody cancels `dispatch`: that is case 12.
"""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from dataclasses import dataclass


@dataclass(order=True)
class Ticket:
    priority: int
    payload: object = None


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    """Cook all orders, the most urgent first."""
    line: asyncio.Queue[Ticket] = asyncio.Queue()

    async def work() -> None:
        while True:
            ticket = await line.get()
            try:
                await cook(ticket.payload)
            finally:
                line.task_done()

    cooks = [asyncio.create_task(work()) for _ in range(workers)]
    async for priority, payload in orders:
        line.put_nowait(Ticket(priority, payload))
    await line.join()
    for one in cooks:
        one.cancel()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 11`
    __import__("kitchen").run(__file__)
