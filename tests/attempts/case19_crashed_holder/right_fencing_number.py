"""Case 19: `acquire` gives the time of the grant as a number, which is in the entry."""

import secrets
import threading
import time

from diskcache_community import Cache

LOCAL = threading.local()


class Lock:
    def __init__(
        self, cache: Cache, key: str, expire: float | None = None, tag: str | None = None
    ) -> None:
        self._cache = cache
        self._key = key
        self._expire = expire
        self._tag = tag

    def _me(self) -> str:
        if not hasattr(LOCAL, "token"):
            LOCAL.token = secrets.token_hex()
        return LOCAL.token

    def acquire(self) -> int:
        while True:
            number = time.time_ns()
            entry = [self._me(), number]
            if self._cache.add(self._key, entry, expire=self._expire, tag=self._tag):
                return number
            time.sleep(0.01)

    def release(self) -> None:
        with self._cache.transact():
            entry = self._cache.get(self._key, [None, 0])
            if entry[0] != self._me():
                raise AssertionError("not held")
            self._cache.delete(self._key)

    def locked(self) -> bool:
        return self._cache.get(self._key) is not None

    def __enter__(self) -> int:
        return self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
