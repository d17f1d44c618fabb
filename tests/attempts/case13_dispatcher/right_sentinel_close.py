"""A flag and an Event end the cooks after draining."""

import asyncio
import heapq
from dataclasses import dataclass, field
from itertools import count
from typing import Any

NUMBERS = count()


@dataclass(order=True)
class Ticket:
    rank: int
    number: int = field(init=False, default_factory=lambda: next(NUMBERS))
    payload: Any = field(compare=False)
    timeout: float = field(compare=False)
    answer: Any = field(compare=False)
    attempt: int = field(compare=False, default=1)


class Dispatcher:
    """No workers: whoever comes or ends starts the next one."""

    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self.cook = cook
        self.places = min(workers, limit)
        self.max_attempts = max_attempts
        self.line = []
        self.running = {}
        self.closed = False
        self.quiet = asyncio.Event()
        self.quiet.set()
        self.left = 0

    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        await self.close(drain=error[0] is None)

    def submit(self, payload, *, priority, timeout):
        if self.closed:
            raise RuntimeError("the dispatcher is closed")
        answer = asyncio.get_running_loop().create_future()
        self.enter(Ticket(priority, payload, timeout, answer))
        self.start()
        return answer

    def enter(self, ticket):
        heapq.heappush(self.line, ticket)
        self.quiet.clear()

    def start(self):
        while self.line and len(self.running) < self.places:
            ticket = heapq.heappop(self.line)
            if ticket.answer.done():
                continue
            task = asyncio.ensure_future(
                asyncio.wait_for(self.cook(ticket.payload), ticket.timeout)
            )
            self.running[task] = ticket
            ticket.answer.add_done_callback(lambda _, task=task: task.cancel())
            task.add_done_callback(self.ended)
        if not self.running and not self.line:
            self.quiet.set()

    def ended(self, task):
        ticket = self.running.pop(task)
        answer = ticket.answer
        if task.cancelled() or answer.done():
            answer.cancel()
        elif task.exception() is None:
            answer.set_result(task.result())
        elif ticket.attempt >= self.max_attempts:
            answer.set_exception(task.exception())
        else:
            again = Ticket(
                max(0, ticket.rank - 1), ticket.payload, ticket.timeout, answer, ticket.attempt + 1
            )
            self.enter(again)
        self.start()

    async def join(self):
        await self.quiet.wait()

    async def close(self, drain=True):
        self.closed = True
        if drain:
            await self.join()
        for ticket in [*self.line, *self.running.values()]:
            ticket.answer.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)
