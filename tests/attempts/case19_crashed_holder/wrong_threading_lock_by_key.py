# mistake: one-process-only
"""Case 19: one lock for each key, in a dict of the module."""

import threading

from diskcache_community import Cache

LOCKS: dict[str, threading.Lock] = {}


class Lock:
    def __init__(
        self, cache: Cache, key: str, expire: float | None = None, tag: str | None = None
    ) -> None:
        self._cache = cache
        self._key = key
        self._expire = expire
        self._tag = tag

    def acquire(self) -> None:
        LOCKS.setdefault(self._key, threading.Lock()).acquire()

    def release(self) -> None:
        try:
            LOCKS[self._key].release()
        except (KeyError, RuntimeError):
            raise AssertionError("not held") from None

    def locked(self) -> bool:
        return self._key in LOCKS and LOCKS[self._key].locked()

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
