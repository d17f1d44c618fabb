# remark: polling
"""A clockwork: at one look it hangs up, and at the next it finds the place free."""

import asyncio


class Dispatcher:
    def __init__(self, cook, *, workers, limit, max_attempts=3):
        self.cook, self.places, self.max_attempts = cook, min(workers, limit), max_attempts
        self.line, self.cooking, self.accepting, self.answers = [], [], True, []

    async def __aenter__(self):
        self.clockwork = asyncio.create_task(self.tick())
        return self

    async def __aexit__(self, kind, error, tb):
        await self.close(drain=not kind)

    def submit(self, payload, *, priority, timeout):
        if not self.accepting:
            raise RuntimeError("not accepting")
        answer = asyncio.get_running_loop().create_future()
        self.answers.append(answer)
        self.line.append((priority, payload, timeout, answer, self.max_attempts))
        return answer

    async def attempt(self, payload, timeout):
        async with asyncio.timeout(timeout):
            return await self.cook(payload)

    async def tick(self):
        try:
            while True:
                self.look()
                await asyncio.sleep(0.01)
        finally:
            for task, *_ in self.cooking:
                task.cancel()

    def look(self):
        still = []
        for task, rank, payload, timeout, answer, left in self.cooking:
            if answer.done() and not task.done():
                task.cancel()
            if not task.done():
                still.append((task, rank, payload, timeout, answer, left))
            elif answer.done() or task.cancelled():
                pass
            elif not (error := task.exception()):
                answer.set_result(task.result())
            elif left == 1:
                answer.set_exception(error)
            else:
                self.line.append((max(0, rank - 1), payload, timeout, answer, left - 1))
        self.cooking = still
        self.line = sorted((job for job in self.line if not job[3].done()), key=lambda job: job[0])
        while self.line and len(self.cooking) < self.places:
            rank, payload, timeout, answer, left = self.line.pop(0)
            task = asyncio.create_task(self.attempt(payload, timeout))
            self.cooking.append((task, rank, payload, timeout, answer, left))

    async def join(self):
        while not all(answer.done() for answer in self.answers):
            await asyncio.sleep(0.01)

    async def close(self, drain=True):
        self.accepting = False
        if drain:
            await self.join()
        for answer in self.answers:
            answer.cancel()
        while self.cooking and not self.clockwork.done():
            self.look()
            await asyncio.sleep(0)
        self.clockwork.cancel()
