"""Case 16, mended."""

import asyncio
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    """Everybody is woken, the best ones go in. The lock of the condition is never held over an await."""

    def __init__(self, value=1, *, ageing=0.0):
        self._value = value
        self._inside = 0
        self._ageing = ageing
        self._keys = {}
        self._tickets = count()
        self._changed = asyncio.Condition()

    def locked(self):
        return self._inside + len(self._keys) >= self._value

    def _may(self, ticket):
        free = self._value - self._inside
        if free <= 0:
            return False
        mine = self._keys[ticket]
        return sum(1 for key in self._keys.values() if key < mine) < 1

    def _wake(self):
        # notify_all() wants the lock; we are between two awaits, so nobody minds
        for fut in self._changed._waiters:
            if not fut.done():
                fut.set_result(False)

    @asynccontextmanager
    async def acquire(self, priority, ttl=None, *, since=None):
        loop = asyncio.get_running_loop()
        if self._inside < self._value and not self._keys:
            self._inside += 1
        elif ttl is not None and ttl <= 0:
            raise TimeoutError
        else:
            ticket = next(self._tickets)
            self._keys[ticket] = (
                priority + self._ageing * (loop.time() if since is None else since),
                ticket,
            )
            try:
                async with asyncio.timeout(ttl):
                    async with self._changed:
                        while not self._may(ticket):
                            await self._changed.wait()
                        self._inside += 1
                        del self._keys[ticket]
            except BaseException:
                if ticket in self._keys:
                    del self._keys[ticket]
                else:
                    self._inside -= 1
                self._wake()
                raise
            self._wake()
        try:
            yield
        finally:
            self._inside -= 1
            self._wake()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 16`
    __import__("kitchen").run(__file__)
