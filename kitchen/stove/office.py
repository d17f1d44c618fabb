"""The office: a folder that the stoves of a service share, opened as a cache.

The cache is the real library on a real folder; each of its operations comes to the desk first. Who
finds the store locked by another process's transaction gives up the turn until that one is over:
SQLite itself never waits, it would hold up the whole service.

This file is run by itself, in the fork server and when an office is first wanted: the library that
it brings is slow to import. By then there is nothing of ours to be imported.
"""

import functools
import os
import sqlite3
from collections.abc import Callable
from typing import Any

FOLDER = "office"
"""Its name in the scratch folder of a service."""

OPERATIONS = (
    "__contains__",
    "__delitem__",
    "__getitem__",
    "__iter__",
    "__len__",
    "__setitem__",
    "add",
    "clear",
    "decr",
    "delete",
    "evict",
    "expire",
    "get",
    "incr",
    "iterkeys",
    "peek",
    "peekitem",
    "pop",
    "pull",
    "push",
    "read",
    "set",
    "touch",
)
"""What a cache can be asked for; `transact` apart."""


class Cursor(sqlite3.Cursor):
    """A cursor whose waiting for a locked store is the world's."""

    connection: "Connection"

    def execute(self, *given: Any) -> "Cursor":
        self.connection.patiently(lambda: sqlite3.Cursor.execute(self, *given))
        return self

    def executemany(self, *given: Any) -> "Cursor":
        self.connection.patiently(lambda: sqlite3.Cursor.executemany(self, *given))
        return self


class Connection(sqlite3.Connection):
    """A connection of which the same holds."""

    desk: Any = None

    def __init__(self, database: Any, timeout: float = 5.0, *more: Any, **named: Any) -> None:
        self._store = os.path.dirname(str(database))
        self._timeout = timeout
        super().__init__(database, 0.0 if self.desk.takes_turns else timeout, *more, **named)

    def cursor(self, factory: Any = Cursor) -> Any:
        return super().cursor(factory)

    def execute(self, *given: Any) -> sqlite3.Cursor:
        return self.patiently(lambda: sqlite3.Connection.execute(self, *given))

    def executemany(self, *given: Any) -> sqlite3.Cursor:
        return self.patiently(lambda: sqlite3.Connection.executemany(self, *given))

    def patiently(self, statement: Callable[[], sqlite3.Cursor]) -> sqlite3.Cursor:
        """Execute it. A statement of the learner's own comes to the desk as an operation of a
        cache does; what is in a transaction is one with its beginning."""
        if self.in_transaction:
            return self._patiently(statement)
        cursor: sqlite3.Cursor = self.desk.perform(
            "execute", None, None, lambda: self._patiently(statement)
        )
        return cursor

    def _patiently(self, statement: Callable[[], sqlite3.Cursor]) -> sqlite3.Cursor:
        """While somebody else writes, others have their turns."""
        wait = None
        while True:
            try:
                return statement()
            except sqlite3.OperationalError as error:
                code = error.sqlite_errorcode
                busy = code & 0xFF in _BUSY and code != _SNAPSHOT
                if not busy or not self.desk.takes_turns:
                    raise
                wait = wait or self.desk.waiting(self._store, self._timeout)
                if not wait():
                    raise


_BUSY = (5, 6)
"""SQLITE_BUSY and SQLITE_LOCKED (https://sqlite.org/rescode.html)."""

_SNAPSHOT = 517
"""SQLITE_BUSY_SNAPSHOT: who has read before another wrote; waiting wouldn't help."""


class Office:
    """Made once by the fork server: an empty office as it was when new, and its cache.

    Raises ImportError where the library isn't installed.
    """

    def __init__(self, scratch: str, owner: int | None, desk: Any) -> None:
        import diskcache_community as library

        Connection.desk = desk
        _take_turns(library.Cache, desk)
        module: Any = sqlite3
        module.connect = _connecting(sqlite3.connect)
        self._folder, self._owner = os.path.join(scratch, FOLDER), owner
        # By its name in the scratch folder, where stoves are: the way there is never the same.
        before = os.getcwd()
        os.chdir(scratch)
        self.cache = library.Cache(FOLDER, disk=library.SafeDisk, eviction_policy="none")
        self.cache.close()
        with open(os.path.join(FOLDER, "cache.db"), "rb") as file:
            self._new = file.read()
        for name in os.listdir(FOLDER):
            os.unlink(os.path.join(FOLDER, name))
        os.rmdir(FOLDER)
        os.chdir(before)

    def renew(self) -> None:
        """An empty office, whatever became of the last one."""
        os.mkdir(self._folder, 0o700)
        path = os.path.join(self._folder, "cache.db")
        with open(path, "wb") as file:
            file.write(self._new)
        if self._owner is not None:
            os.chown(self._folder, self._owner, self._owner)
            os.chown(path, self._owner, self._owner)


def _connecting(connect: Any) -> Any:
    @functools.wraps(connect)
    def connecting(*args: Any, **named: Any) -> Any:
        named.setdefault("factory", Connection)
        return connect(*args, **named)

    return connecting


def _take_turns(kind: Any, desk: Any) -> None:
    """Have each operation of this class of caches come to the desk first."""
    for name in OPERATIONS:
        setattr(kind, name, _operation(name, getattr(kind, name), desk))
    for name in ("__init__", "close", "reset"):  # of many steps, and nobody's business
        setattr(kind, name, _quietly(getattr(kind, name), desk))
    transact = kind.transact

    @functools.wraps(transact)
    def transaction(cache: Any, *args: Any, **named: Any) -> Any:
        return desk.transaction(cache, transact(cache, *args, **named))

    kind.transact = transaction


def _operation(name: str, method: Callable[..., Any], desk: Any) -> Callable[..., Any]:
    @functools.wraps(method)
    def operation(cache: Any, *args: Any, **named: Any) -> Any:
        key = args[0] if args else named.get("key")
        return desk.perform(name, cache, key, lambda: method(cache, *args, **named))

    return operation


def _quietly(method: Callable[..., Any], desk: Any) -> Callable[..., Any]:
    @functools.wraps(method)
    def quietly(*args: Any, **named: Any) -> Any:
        with desk.undisturbed():
            return method(*args, **named)

    return quietly
