# mistake: locked-without-lease
"""Case 19: `locked` by the entry, whose end is in its value."""

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

    def acquire(self) -> None:
        while True:
            with self._cache.transact():
                now = time.time()
                if self._cache.get(self._key, ["", 0])[1] < now:
                    end = now + (self._expire or 1e9)
                    self._cache.set(self._key, [self._me(), end], tag=self._tag)
                    return
            time.sleep(0.01)

    def release(self) -> None:
        with self._cache.transact():
            owner, end = self._cache.get(self._key, ["", 0])
            if owner != self._me() or end < time.time():
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
