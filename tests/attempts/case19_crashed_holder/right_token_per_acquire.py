"""Case 19: a new token for each acquire, kept by thread."""

import threading
import time
import uuid

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
        token = uuid.uuid4().hex
        while not self._cache.add(self._key, token, expire=self._expire, tag=self._tag):
            time.sleep(0.02)
        self._mine.token = token

    def release(self) -> None:
        token = getattr(self._mine, "token", None)
        with self._cache.transact():
            ours = token is not None and self._cache.get(self._key) == token
            if ours:
                self._cache.delete(self._key)
        if not ours:
            raise AssertionError("not held")
        self._mine.token = None

    def locked(self) -> bool:
        return self._cache.get(self._key) is not None

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
