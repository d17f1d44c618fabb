# mistake: renewed-on-leaving
"""Case 19: a release makes the lease long enough for itself, whosever it is."""

import secrets
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
        token = secrets.token_hex(8)
        while not self._cache.add(self._key, token, expire=self._expire, tag=self._tag):
            time.sleep(0.01)
        self._mine.token = token

    def release(self) -> None:
        self._cache.touch(self._key, expire=self._expire)
        with self._cache.transact():
            if self._cache.get(self._key) != getattr(self._mine, "token", ""):
                raise AssertionError(f"{self._key!r} is not held here")
            self._cache.delete(self._key)

    def locked(self) -> bool:
        return self._cache.get(self._key) is not None

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
