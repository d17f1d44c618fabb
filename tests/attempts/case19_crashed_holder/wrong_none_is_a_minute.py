# mistake: plain
"""Case 19: no `expire` is one of a minute."""

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
        token = secrets.token_hex(16)
        while not self._cache.add(self._key, token, expire=self._expire or 60, tag=self._tag):
            time.sleep(0.01)
        self._mine.token = token

    def release(self) -> None:
        token = getattr(self._mine, "token", None)
        self._mine.token = None
        with self._cache.transact():
            if token is None or self._cache.get(self._key) != token:
                raise AssertionError("not held")
            self._cache.delete(self._key)

    def locked(self) -> bool:
        return self._key in self._cache

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
