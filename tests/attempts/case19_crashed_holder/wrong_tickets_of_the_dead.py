# mistake: deadlock
"""Case 19: tickets, and the number that is served."""

import threading
import time

from diskcache_community import Cache


class Lock:
    """Lets one at a time in, among all processes that share the cache."""

    def __init__(
        self, cache: Cache, key: str, expire: float | None = None, tag: str | None = None
    ) -> None:
        self._cache = cache
        self._key = key
        self._expire = expire
        self._tag = tag
        self._mine = threading.local()

    def acquire(self) -> None:
        """Take a number and wait until it is called."""
        number = self._cache.incr(self._key + ".next")
        while self._cache.get(self._key + ".serving", 1) != number:
            time.sleep(0.01)
        self._cache.set(self._key, number, expire=self._expire, tag=self._tag)
        self._mine.token = number

    def release(self) -> None:
        """Give it back."""
        token = getattr(self._mine, "token", None)
        self._mine.token = None
        with self._cache.transact(retry=True):
            if token is None or self._cache.get(self._key) != token:
                raise AssertionError("the lock is not held (any more)")
            self._cache.delete(self._key)
            self._cache.set(self._key + ".serving", token + 1)

    def locked(self) -> bool:
        """Whether somebody has it."""
        return self._key in self._cache

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
