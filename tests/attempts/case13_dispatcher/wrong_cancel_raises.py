# mistake: plain
"""The answer's own cancel raises a KeyError where the job is over already."""

import asyncio
import heapq
import itertools


class Order(asyncio.Future):
    def __init__(self, house, payload, rank, timeout):
        super().__init__()
        self.house, self.payload, self.rank, self.timeout = house, payload, rank, timeout
        self.attempts = 0
        self.cooking = None

    def cancel(self, msg=None):
        cancelled = super().cancel(msg)
        if self.cooking is not None:
            self.cooking.cancel()
        self.house.orders_open.remove(self)
        self.house._settled(self)
        return cancelled


class Dispatcher:
    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self._cook = cook
        self._free = min(workers, limit)
        self._max_attempts = max_attempts
        self._heap = []
        self._count = itertools.count()
        self._orders = self.orders_open = set()
        self._joiners = []
        self._tasks = set()
        self._open = True

    async def __aenter__(self):
        return self

    async def __aexit__(self, kind, value, traceback):
        await self.close(drain=kind is None)
        return False

    def submit(self, payload, *, priority, timeout):
        if not self._open:
            raise RuntimeError("submit after close")
        order = Order(self, payload, priority, timeout)
        self._orders.add(order)
        self._queue(order)
        return order

    def _queue(self, order):
        heapq.heappush(self._heap, (order.rank, next(self._count), order))
        self._fill()

    def _fill(self):
        while self._free and self._heap:
            order = heapq.heappop(self._heap)[-1]
            if order.done():
                continue
            self._free -= 1
            order.attempts += 1
            order.cooking = asyncio.create_task(self._try(order))
            self._tasks.add(order.cooking)
            order.cooking.add_done_callback(lambda task, order=order: self._ended(task, order))

    async def _try(self, order):
        retry = False
        try:
            async with asyncio.timeout(order.timeout):
                dish = await self._cook(order.payload)
            if not order.done():
                order.set_result(dish)
        except Exception as error:
            if order.done():
                pass
            elif order.attempts < self._max_attempts:
                retry = True
            else:
                order.set_exception(error)
        return retry

    def _ended(self, task, order):
        self._tasks.discard(task)
        self._free += 1
        order.cooking = None
        if not task.cancelled() and task.result() and not order.done():
            order.rank = max(0, order.rank - 1)
            self._queue(order)
        elif order.done():
            self._settled(order)
        self._fill()

    def _settled(self, order):
        self._orders.discard(order)
        if not self._orders:
            for joiner in self._joiners:
                if not joiner.done():
                    joiner.set_result(None)
            self._joiners.clear()

    async def join(self):
        if self._orders:
            joiner = asyncio.get_running_loop().create_future()
            self._joiners.append(joiner)
            await joiner

    async def close(self, drain=True):
        self._open = False
        if drain:
            await self.join()
        else:
            for order in list(self._orders):
                order.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks))
