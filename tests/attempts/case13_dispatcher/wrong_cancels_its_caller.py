# mistake: cancels-the-caller
"""close cancels the group's scope, and the body of the block is in it."""

import asyncio
import heapq
import itertools

import anyio


class Dispatcher:
    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self.cook, self.many, self.max_attempts = cook, min(workers, limit), max_attempts
        self.heap, self.order = [], itertools.count()
        self.open = {}
        self.closed = False

    async def __aenter__(self):
        self.came = anyio.Event()
        self.quiet = anyio.Event()
        self.quiet.set()
        self.group = anyio.create_task_group()
        await self.group.__aenter__()
        for _ in range(self.many):
            self.group.start_soon(self.work)
        return self

    async def __aexit__(self, kind, error, trace):
        await self.close(drain=kind is None)
        self.group.cancel_scope.cancel()
        await self.group.__aexit__(None, None, None)

    def submit(self, payload, *, priority, timeout):
        if self.closed:
            raise RuntimeError("closed")
        answer = asyncio.get_running_loop().create_future()
        self.open[answer] = None
        if self.quiet.is_set():
            self.quiet = anyio.Event()
        answer.add_done_callback(self.settled)
        self.push(priority, (payload, timeout, answer, 1))
        return answer

    def push(self, rank, what):
        heapq.heappush(self.heap, (rank, next(self.order), what))
        self.came.set()
        self.came = anyio.Event()

    def settled(self, answer):
        scope = self.open.pop(answer)
        if scope is not None:
            scope.cancel()
        if not self.open:
            self.quiet.set()

    async def work(self):
        while True:
            while not self.heap:
                await self.came.wait()
            rank, _, (payload, timeout, answer, attempt) = heapq.heappop(self.heap)
            if answer.done():
                continue
            error = result = None
            with anyio.CancelScope() as withdrawn:
                self.open[answer] = withdrawn
                with anyio.move_on_after(timeout) as limit:
                    try:
                        result = await self.cook(payload)
                    except Exception as problem:
                        error = problem
                if limit.cancelled_caught:
                    error = TimeoutError(f"not done within {timeout} s")
            if answer.done():
                continue
            self.open[answer] = None
            if error is None:
                answer.set_result(result)
            elif attempt < self.max_attempts:
                self.push(max(0, rank - 1), (payload, timeout, answer, attempt + 1))
            else:
                answer.set_exception(error)

    async def join(self):
        while self.open:
            await self.quiet.wait()

    async def close(self, drain=True):
        self.closed = True
        if drain:
            await self.join()
        else:
            for answer in list(self.open):
                answer.cancel()
        self.group.cancel_scope.cancel()
