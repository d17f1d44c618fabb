"""Case 19: tokens in a dict, by thread ident."""

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
        self._tokens: dict[int, str] = {}

    def acquire(self) -> None:
        token = secrets.token_urlsafe(12)
        while not self._cache.add(self._key, token, expire=self._expire, tag=self._tag):
            time.sleep(0.015)
        self._tokens[threading.get_ident()] = token

    def release(self) -> None:
        token = self._tokens.pop(threading.get_ident(), None)
        if token is None:
            raise AssertionError("never held")
        with self._cache.transact():
            if self._cache.get(self._key) != token:
                raise AssertionError("the lease was over")
            del self._cache[self._key]

    def locked(self) -> bool:
        return self._cache.get(self._key) is not None

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
