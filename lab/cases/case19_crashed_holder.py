"""Case 19: the manager who never came back.

Branches are processes, and share an office: a folder with a cache in it. This `Lock` lets one of
them at a time through a door. But a process may be killed inside, or freeze there and wake up
later, and then nobody gets in again, or two at once.

Mend the class. Leave its name, its arguments and its methods as they are; `expire` is in seconds.

What will be judged, with branches that stay 0.3 s and a lock made with `expire=0.5`:
- one holder at a time, as long as leases last, in every order of turns that is tried;
- if a holder is killed, or freezes, at whatever operation on the office, the next one is in within
  `expire` + 0.1 s: 0.60 s;
- a holder that outstays its lease frees nobody's lock: `release` raises `AssertionError` when the
  lease has run out, when the lock isn't held, and the second time. So does the end of a `with`;
- one Lock may be shared by the threads of a branch: each thread holds and releases for itself;
- `locked()` is true exactly while somebody's lease lives;
- who waits asks the office for at most 400 operations a second, and the line loses under a fifth of
  its time: six stays of 0.3 s are over in 2.25 s;
- when all have released, nothing of it is left in the office, and nothing else was touched there;
- what is raised inside `with` comes out, and the lock is free; `expire=None` is a lease without end;
- process numbers are not unique: two branches may run in containers and both be number 1.

    python -m kitchen run 19        python -m kitchen check 19
"""

import time

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
