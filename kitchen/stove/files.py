"""Files of the office as branches use them to keep each other out: a lock on a file, a file or
folder that only one can make. Each look at one is a point at which another branch may go on, and
waiting for a lock gives up the turn.
"""

import builtins
import fcntl
import io
import math
import os
from collections.abc import Callable
from functools import wraps
from typing import Any

from kitchen.stove.desk import Desk

_OF_FILES = (
    "access",
    "link",
    "listdir",
    "lstat",
    "mkdir",
    "open",
    "remove",
    "rename",
    "replace",
    "rmdir",
    "scandir",
    "stat",
    "symlink",
    "unlink",
)
"""Functions of `os` that look at a file by its name, or change what there is of it."""


def take_turns(desk: Desk, folder: str) -> None:
    """From now on these take turns, for files in this folder."""
    module: Any = os
    module.access = _access(os.access)
    for name in _OF_FILES:
        setattr(os, name, _point(desk, folder, getattr(os, name)))
    modules: dict[str, Any] = {"builtins": builtins, "io": io, "fcntl": fcntl}
    modules["builtins"].open = modules["io"].open = _point(desk, folder, open)
    for name in ("flock", "lockf"):
        setattr(modules["fcntl"], name, _locking(desk, getattr(fcntl, name), _at_once))
    modules["fcntl"].fcntl = _locking(desk, fcntl.fcntl, {fcntl.F_SETLKW: fcntl.F_SETLK}.get)
    os.lockf = _locking(desk, os.lockf, {os.F_LOCK: os.F_TLOCK}.get)


def _access(access: Callable[..., bool]) -> Callable[..., bool]:
    """By what this process may do, and not by what its user may: that one can't search the way to
    the office from the root."""

    @wraps(access)
    def effective(path: Any, mode: int, **named: Any) -> bool:
        return access(path, mode, **{"effective_ids": True, **named})

    return effective if access in os.supports_effective_ids else access


def _at_once(how: int) -> int | None:
    """The way to take such a lock that doesn't wait; None: this one doesn't either."""
    return None if how & (fcntl.LOCK_NB | fcntl.LOCK_UN) else how | fcntl.LOCK_NB


def _point(desk: Desk, folder: str, function: Callable[..., Any]) -> Callable[..., Any]:
    within = (folder + os.sep, os.path.abspath(folder) + os.sep)

    @wraps(function)
    def called(*args: Any, **named: Any) -> Any:
        name: Any = args[0] if args else None
        if type(name) is not str and hasattr(name, "__fspath__"):
            name = os.fspath(name)
        if type(name) is str and f"{name}/".startswith(within) and "cache.db" not in name:
            return desk.perform(function.__name__, None, name, lambda: function(*args, **named))
        return function(*args, **named)

    return called


def _locking(
    desk: Desk, lock: Callable[..., Any], at_once: Callable[[int], int | None]
) -> Callable[..., Any]:
    """As `fcntl.flock`: who has to wait gives up the turn, and the system never waits."""

    @wraps(lock)
    def locking(file: Any, how: int, *more: Any) -> Any:
        quick = at_once(how) if desk.takes_turns else None
        if quick is None:
            return desk.perform(lock.__name__, None, None, lambda: lock(file, how, *more))
        return desk.perform(lock.__name__, None, None, lambda: patiently(file, quick, *more))

    def patiently(*given: Any) -> Any:
        """Nobody asks again and again here: in a real kitchen the system wakes who waits."""
        wait = desk.waiting("", math.inf)
        while True:
            try:
                return lock(*given)
            except (BlockingIOError, PermissionError):  # fcntl(2) may say either
                wait()

    return locking
