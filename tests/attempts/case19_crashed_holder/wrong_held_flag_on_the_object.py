# mistake: released-by-key
"""Case 19: whether it is held is a flag of the object."""

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
        self._held = False

    def acquire(self) -> None:
        while not self._cache.add(self._key, True, expire=self._expire, tag=self._tag):
            time.sleep(0.01)
        self._held = True

    def release(self) -> None:
        with self._cache.transact():
            if not self._held or self._key not in self._cache:
                raise AssertionError("not held")
            self._held = False
            self._cache.delete(self._key)

    def locked(self) -> bool:
        return self._cache.get(self._key) is not None

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
