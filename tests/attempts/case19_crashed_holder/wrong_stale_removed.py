# mistake: stale-removed-in-two-steps
"""Case 19: a row whose end is over is deleted by who finds it."""

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
        while not self._cache.add(self._key, [self._me(), self._end()], tag=self._tag):
            _, end = self._cache.get(self._key, ["", float("inf")])
            if end < time.time():
                self._cache.delete(self._key)
                continue
            time.sleep(0.01)

    def _end(self) -> float:
        return time.time() + (float("inf") if self._expire is None else self._expire)

    def release(self) -> None:
        with self._cache.transact():
            owner, end = self._cache.get(self._key, ["", 0])
            if owner != self._me() or end < time.time():
                raise AssertionError("not held")
            self._cache.delete(self._key)

    def locked(self) -> bool:
        return self._cache.get(self._key, ["", 0])[1] > time.time()

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
