# mistake: not-released-on-error
"""Looks again and again; a guest who is cut inside gives nothing back."""

import asyncio
from contextlib import asynccontextmanager


class PrioritySemaphore:
    def __init__(self, value=1):
        self.value = value
        self.line = []
        self.n = 0

    def locked(self):
        return self.value - len(self.line) <= 0

    @asynccontextmanager
    async def acquire(self, priority):
        self.n += 1
        me = (priority, self.n)
        self.line.append(me)
        self.line.sort()
        try:
            while self.value == 0 or self.line[0] != me:
                await asyncio.sleep(0.005)
            self.value -= 1
        finally:
            self.line.remove(me)
        try:
            yield
        except Exception:
            self.value += 1
            raise
        self.value += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 14`
    __import__("kitchen").run(__file__)
