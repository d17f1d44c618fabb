# mistake: released-by-key
"""Case 19: the library's lock, which anybody may release."""

import diskcache_community
from diskcache_community import Cache


class Lock:
    def __init__(
        self, cache: Cache, key: str, expire: float | None = None, tag: str | None = None
    ) -> None:
        self._cache = cache
        self._key = key
        self._expire = expire
        self._tag = tag
        self._inner = diskcache_community.Lock(cache, key, expire=expire, tag=tag)

    def acquire(self) -> None:
        self._inner.acquire()

    def release(self) -> None:
        if not self._inner.locked():
            raise AssertionError("not held")
        self._inner.release()

    def locked(self) -> bool:
        return self._key in self._cache

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
