"""Case 19: a row for each ticket, which its waiter keeps alive; the lowest one is next."""

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
        self._mine = threading.local()

    def acquire(self) -> None:
        ticket = f"{self._key} {time.time_ns():020} {secrets.token_hex(4)}"
        while True:
            with self._cache.transact():
                if self._holder() is None and ticket <= min(self._line(), default=ticket):
                    self._cache.delete(ticket)
                    self._cache.set(self._key, ticket, expire=self._expire, tag=self._tag)
                    self._mine.ticket = ticket
                    return
                self._cache.set(ticket, 1, expire=0.08, tag=self._tag)
            time.sleep(0.03)

    def _holder(self) -> str | None:
        return self._cache.get(self._key)

    def _line(self) -> list[str]:
        keys = [key for key in self._cache.iterkeys() if str(key).startswith(self._key + " ")]
        return [key for key in keys if self._cache.get(key) is not None]

    def release(self) -> None:
        with self._cache.transact():
            if self._holder() is None or self._holder() != getattr(self._mine, "ticket", None):
                raise AssertionError("not held")
            self._cache.delete(self._key)

    def locked(self) -> bool:
        return self._cache.get(self._key) is not None

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
