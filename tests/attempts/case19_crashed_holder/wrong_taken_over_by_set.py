# mistake: taken-in-two-steps
"""Case 19: who finds a lease that ran out writes its own over it."""

import threading
import time
import uuid

from diskcache_community import Cache


class Lock:
    def __init__(
        self, cache: Cache, key: str, expire: float | None = None, tag: str | None = None
    ) -> None:
        self._cache, self._key, self._expire, self._tag = cache, key, expire, tag
        self._local = threading.local()

    def _alive(self, value: str | None) -> bool:
        return value is not None and float(value.split("|")[1]) > time.time()

    def acquire(self) -> None:
        token = uuid.uuid4().hex
        while True:
            until = time.time() + self._expire if self._expire is not None else float("inf")
            value = f"{token}|{until}"
            if self._cache.add(self._key, value, tag=self._tag):
                break
            if not self._alive(self._cache.get(self._key)):
                self._cache.set(self._key, value, tag=self._tag)
                break
            time.sleep(0.01)
        self._local.value = value

    def release(self) -> None:
        value = getattr(self._local, "value", None)
        self._local.value = None
        with self._cache.transact():
            if not self._alive(value) or self._cache.get(self._key) != value:
                raise AssertionError("not held")
            self._cache.delete(self._key)

    def locked(self) -> bool:
        return self._alive(self._cache.get(self._key))

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
