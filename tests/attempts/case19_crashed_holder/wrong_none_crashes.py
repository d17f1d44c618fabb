# mistake: raises
"""Case 19: expire=None (the default) raises TypeError."""

import threading
import time
import uuid

from diskcache_community import Cache


class Lock:
    """Lets one at a time in, among all processes that share the cache."""

    def __init__(
        self, cache: Cache, key: str, expire: float | None = None, tag: str | None = None
    ) -> None:
        self._cache = cache
        self._key = key
        self._expire = expire
        self._tag = tag
        self._mine = threading.local()

    def acquire(self) -> None:
        """Wait until the lock is free, and take it."""
        token = uuid.uuid4().hex
        while True:
            with self._cache.transact(retry=True):
                entry = self._cache.get(self._key)
                if entry is None or entry[1] <= time.time():
                    self._cache.set(self._key, (token, time.time() + self._expire), tag=self._tag)
                    break
            time.sleep(0.01)
        self._mine.token = token

    def release(self) -> None:
        """Give it back."""
        token = getattr(self._mine, "token", None)
        self._mine.token = None
        with self._cache.transact(retry=True):
            entry = self._cache.get(self._key)
            if token is None or entry is None or entry[0] != token or entry[1] <= time.time():
                raise AssertionError("not held")
            self._cache.delete(self._key)

    def locked(self) -> bool:
        """Whether somebody has it."""
        entry = self._cache.get(self._key)
        return entry is not None and time.time() < entry[1]

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()
