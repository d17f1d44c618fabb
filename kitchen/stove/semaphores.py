"""What the locks of `multiprocessing` are made of, where each branch is a process of its own.

The system's semaphores would be shared with forked children, which branches are not of each other,
and they would wait outside the world's time. So here is one that keeps to its process, as far as
any branch can see, and waits as the locks of `threading` do.
"""

import importlib
import threading
from typing import Any

MUTEX = 0
"""The kind of a lock that its owner may take again (`multiprocessing.RLock`); 1 for all others."""


class SemLock:
    """In the place of `_multiprocessing.SemLock`, with all that `multiprocessing` asks of it."""

    SEM_VALUE_MAX = (1 << 31) - 1
    name = None
    handle = 0

    def __init__(self, kind: int, value: int, maxvalue: int, name: str, unlink: bool) -> None:
        self.kind, self.maxvalue = kind, maxvalue
        self._gate = threading.Semaphore(value)
        self._owner = 0
        self._times = 0  # that its owner holds it

    def acquire(self, block: bool = True, timeout: float | None = None) -> bool:
        """As `multiprocessing.Lock.acquire`."""
        if self.kind == MUTEX and self._is_mine():
            self._times += 1
            return True
        wait = max(0.0, timeout) if block and timeout is not None else None
        if not self._gate.acquire(block, wait):
            return False
        self._owner = threading.get_ident()
        self._times += 1
        return True

    def release(self) -> None:
        """As `multiprocessing.Lock.release`."""
        if self.kind == MUTEX:
            if not self._is_mine():
                raise AssertionError("attempt to release recursive lock not owned by thread")
        elif self._get_value() >= self.maxvalue:
            raise ValueError("semaphore or lock released too many times")
        self._times -= 1
        if self.kind != MUTEX or not self._times:
            self._gate.release()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()

    def _is_mine(self) -> bool:
        return self._times > 0 and self._owner == threading.get_ident()

    def _count(self) -> int:
        return self._times

    def _get_value(self) -> int:
        return int(vars(self._gate)["_value"])

    def _is_zero(self) -> bool:
        return self._get_value() == 0

    def _after_fork(self) -> None:
        self._times = 0


def install() -> None:
    """From now on `multiprocessing` makes locks of these, and its memory of files in scratch."""
    module: Any = importlib.import_module("_multiprocessing")
    module.SemLock = SemLock
    importlib.import_module("multiprocessing.heap").Arena._dir_candidates = []
