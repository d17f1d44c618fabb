"""Case 19: a line of those who wait, in the entry: each place is a lease, too."""

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
        while not self._step():
            time.sleep(0.02)

    def _read(self) -> tuple[list[object], list[list[object]]]:
        """Who is inside, until when; and the living in line, likewise."""
        now = time.time()
        holder, line = self._cache.get(self._key, (["", 0], []))
        return (holder if holder[1] > now else ["", 0]), [one for one in line if one[1] > now]

    def _write(self, holder: list[object], line: list[list[object]]) -> None:
        if holder[0] or line:
            self._cache.set(self._key, (holder, line), tag=self._tag)
        else:
            self._cache.delete(self._key)

    def _step(self) -> bool:
        me, now = self._me(), time.time()
        with self._cache.transact():
            holder, line = self._read()
            if not holder[0] and (not line or line[0][0] == me):
                lease = float("inf") if self._expire is None else self._expire
                self._write([me, now + lease], [one for one in line if one[0] != me])
                return True
            fresh = [me, now + 0.07]
            if any(one[0] == me for one in line):
                line = [fresh if one[0] == me else one for one in line]
            else:
                line.append(fresh)
            self._write(holder, line)
            return False

    def release(self) -> None:
        with self._cache.transact():
            holder, line = self._read()
            if holder[0] != self._me():
                raise AssertionError("not held")
            self._write(["", 0], line)

    def locked(self) -> bool:
        return bool(self._read()[0][0])

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 19`
    __import__("kitchen").run(__file__)
