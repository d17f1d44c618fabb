# mistake: dead-in-line
"""Case 19: numbers by `incr`, one after the other."""

import threading
import time

from diskcache_community import Cache


class Lock:
    def __init__(
        self, cache: Cache, key: str, expire: float | None = None, tag: str | None = None
    ) -> None:
        self._cache = cache
        self._key = key
        self._expire = expire
        self._tag = tag
        self._mine = threading.local()

    def acquire(self) -> None:
        ticket = self._cache.incr(self._key + " tickets")
        while True:
            with self._cache.transact():
                served = self._cache.get(self._key + " served", 0)
                if served == ticket - 1 and self._cache.add(
                    self._key, ticket, expire=self._expire, tag=self._tag
                ):
                    self._cache.incr(self._key + " served")
                    self._mine.ticket = ticket
                    return
            time.sleep(0.01)

    def release(self) -> None:
        with self._cache.transact():
            if self._cache.get(self._key, 0) != getattr(self._mine, "ticket", None):
                raise AssertionError("not held")
            self._cache.delete(self._key)

    def locked(self) -> bool:
        return self._cache.get(self._key) is not None

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
