# mistake: lost-as-granted
"""Whether it got in is asked of the scope: a place that came after the alarm is lost."""

from contextlib import asynccontextmanager
import math

import anyio


class PrioritySemaphore:
    def __init__(self, value=1):
        self.free = value
        self.waiting = []

    def locked(self):
        return not self.free

    @asynccontextmanager
    async def acquire(self, priority, ttl=None):
        if self.free:
            self.free -= 1
        else:
            patience = math.inf if ttl is None else ttl
            if patience <= 0:
                raise TimeoutError
            me = [priority, anyio.Event()]
            at = next(
                (i for i, (p, _) in enumerate(self.waiting) if p > priority), len(self.waiting)
            )
            self.waiting.insert(at, me)
            try:
                with anyio.move_on_after(patience) as scope:
                    await me[1].wait()
            except BaseException:
                if me[1].is_set():
                    self.hand_over()
                else:
                    self.waiting.remove(me)
                raise
            if scope.cancelled_caught:
                if me in self.waiting:
                    self.waiting.remove(me)
                raise TimeoutError("no place in time")
        try:
            yield
        finally:
            self.hand_over()

    def hand_over(self):
        if self.waiting:
            self.waiting.pop(0)[1].set()
        else:
            self.free += 1


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 15`
    __import__("kitchen").run(__file__)
