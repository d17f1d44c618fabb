"""Case 19: the same by the monotonic clock, as text."""

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
        lease = float("inf") if self._expire is None else self._expire
        while True:
            with self._cache.transact():
                now = time.monotonic()
                if not self._holder(now):
                    self._cache.set(self._key, f"{self._me()} {now + lease}", tag=self._tag)
                    return
            time.sleep(0.02)

    def _holder(self, now: float) -> str:
        owner, _, end = self._cache.get(self._key, " 0").partition(" ")
        return owner if float(end) > now else ""

    def release(self) -> None:
        with self._cache.transact():
            if self._holder(time.monotonic()) != self._me():
                raise AssertionError("not held")
            self._cache.delete(self._key)

    def locked(self) -> bool:
        return bool(self._holder(time.monotonic()))

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
