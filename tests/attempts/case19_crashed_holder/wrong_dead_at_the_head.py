# mistake: dead-in-line
"""Case 19: a line whose dead nobody takes out."""

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
        """Get in line, and wait until it is our turn."""
        token = uuid.uuid4().hex
        with self._cache.transact(retry=True):
            line = self._cache.get(self._key + ".line", [])
            self._cache.set(self._key + ".line", line + [token])
        while True:
            with self._cache.transact(retry=True):
                line = self._cache.get(self._key + ".line", [])
                if (
                    line
                    and line[0] == token
                    and self._cache.add(self._key, token, expire=self._expire, tag=self._tag)
                ):
                    if line[1:]:
                        self._cache.set(self._key + ".line", line[1:])
                    else:
                        self._cache.delete(self._key + ".line")
                    break
            time.sleep(0.01)
        self._mine.token = token

    def release(self) -> None:
        """Give it back."""
        token = getattr(self._mine, "token", None)
        self._mine.token = None
        with self._cache.transact(retry=True):
            if token is None or self._cache.get(self._key) != token:
                raise AssertionError("the lock is not held (any more)")
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
