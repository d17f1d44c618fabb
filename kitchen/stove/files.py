"""Files of the office as branches use them to keep each other out: a lock on a file, a file or
folder that only one can make. Each look at one is a point at which another branch may go on, and
waiting for a lock gives up the turn.
"""

import builtins
import fcntl
import io
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
    for name in _OF_FILES:
        setattr(os, name, _point(desk, folder, getattr(os, name)))
    modules: dict[str, Any] = {"builtins": builtins, "io": io, "fcntl": fcntl}
    modules["builtins"].open = modules["io"].open = _point(desk, folder, open)
    for name in ("flock", "lockf"):
        setattr(modules["fcntl"], name, _locking(desk, getattr(fcntl, name)))


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


def _locking(desk: Desk, lock: Callable[..., Any]) -> Callable[..., Any]:
    """As `fcntl.flock`: who has to wait gives up the turn, and the system never waits."""

    @wraps(lock)
    def locking(file: Any, how: int, *more: Any) -> Any:
        def at_once(how: int) -> Any:
            return lock(file, how, *more)

        if how & (fcntl.LOCK_NB | fcntl.LOCK_UN) or not desk.takes_turns:
            return desk.perform(lock.__name__, None, None, lambda: at_once(how))
        wait = desk.waiting("", float("inf"))
        while True:
            try:
                return desk.perform(lock.__name__, None, None, lambda: at_once(how | fcntl.LOCK_NB))
            except BlockingIOError:
                wait()

    return locking
