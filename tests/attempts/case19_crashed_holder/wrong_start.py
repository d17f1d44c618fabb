# mistake: no-expiry
"""Case 19: as shipped."""

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

    def acquire(self) -> None:
        """Wait until the lock is free, and take it."""
        while not self._cache.add(self._key, None, tag=self._tag):
            time.sleep(0.001)

    def release(self) -> None:
        """Give it back."""
        self._cache.delete(self._key)

    def locked(self) -> bool:
        """Whether somebody has it."""
        return self._key in self._cache

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
