# mistake: owner-by-number
"""Case 19: the owner is a nonce of the process, and the thread's name, which two can have."""

import secrets
import threading
import time

from diskcache_community import Cache


NONCE = secrets.token_hex(8)


def me() -> str:
    return f"{NONCE} {threading.current_thread().name}"


class Lock:
    def __init__(
        self, cache: Cache, key: str, expire: float | None = None, tag: str | None = None
    ) -> None:
        self._cache = cache
        self._key = key
        self._expire = expire
        self._tag = tag

    def acquire(self) -> None:
        while not self._cache.add(self._key, me(), expire=self._expire, tag=self._tag):
            time.sleep(0.01)

    def release(self) -> None:
        with self._cache.transact():
            if self._cache.get(self._key) != me():
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
