"""The walls round a stove: what a learner's code can't reach, as far as the kernel helps.

- Landlock: files of the interpreter and its libraries may be read, the scratch folder written,
  nothing else; no TCP, no signals to processes outside.
- A spare user, when started as root: files and processes of ours are somebody else's, and the
  limit on the number of processes counts.
- Namespaces: the processes outside can't even be named, all that is started inside ends with the
  fork server, and there is no network.
- Refused kernel calls: nothing that would outlive a service can be made.

Each may be missing (another system, an old kernel, a container that forbids it); the others hold
all the same, and `Walls.report` says which.

References: landlock(7), prctl(2), pid_namespaces(7), capabilities(7).
"""

import contextlib
import ctypes
import errno
import os
import resource
import struct
import sys
from typing import Any

from kitchen.stove.refusals import refuse

CPU_SECONDS = 60
"""Of one stove; the fork server itself may live long."""

MOST_PROCESSES = 256
"""Processes and threads of a spare user."""

_SPARE_USERS = range(61_184, 65_184)
"""Where distributions hand out users that belong to nobody (systemd's dynamic users)."""

_NAMESPACES = 0x20000000 | 0x40000000 | 0x08000000  # process ids, network, System V IPC
_NEW_USER = 0x10000000

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_KEEPCAPS = 1, 4, 8
_PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 36, 38
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF, _CAPSET = 444, 445, 446, 126
_CAP_DAC_READ_SEARCH = 2
_READ_FILE, _READ_DIR, _WRITE_FILE, _TRUNCATE = 1 << 2, 1 << 3, 1 << 1, 1 << 14

_OURS = ("kitchen", "concurrency_kitchen", "concurrency-kitchen", "solutions", "lab")
"""What stands among the third-party packages and is not for a stove to read."""


_LIBC: Any = ctypes.CDLL(None, use_errno=True) if os.name == "posix" else None


def close_off() -> dict[str, str]:
    """Put all processes that this one forks from now on into namespaces of their own.

    What holds is told, by name: '' where it does, else why not. The first child forked after this
    is the others' init: they end with it.
    """
    if sys.platform != "linux":
        return {"processes": "not on this system", "network": "not on this system"}
    libc = _LIBC
    if libc.unshare(_NAMESPACES) == 0:
        return {"processes": "", "network": ""}
    uid, gid = os.getuid(), os.getgid()
    if uid and libc.unshare(_NAMESPACES | _NEW_USER) == 0:
        try:
            for name, line in (
                ("setgroups", "deny"),
                ("uid_map", f"{uid} {uid} 1"),
                ("gid_map", f"{gid} {gid} 1"),
            ):
                with open(f"/proc/self/{name}", "w") as file:
                    file.write(line)
        except OSError as error:
            return {"processes": str(error.strerror), "network": ""}
        return {"processes": "", "network": ""}
    why = f"namespaces: {os.strerror(ctypes.get_errno())}"
    return {"processes": why, "network": why}


def end_with_parent() -> None:
    """If the process that started this one dies, this one does too (Linux)."""
    if sys.platform == "linux":
        _LIBC.prctl(_PR_SET_PDEATHSIG, 9, 0, 0, 0)


def adopt_orphans() -> None:
    """Children whose parents died become ours, and can be found (Linux)."""
    if sys.platform == "linux":
        _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


class Walls:
    """Built once in the fork server; every stove goes behind them before it runs strange code."""

    def __init__(self, folder: str, site: list[str]) -> None:
        self.folder = folder
        self.scratch = os.path.join(folder, "scratch")
        """The stove's own folder: a new one for each, so that nothing about it can be a letter."""
        self._site = site
        self.report: dict[str, str] = {}
        self._rules = self._landlock()
        self._spare = self._spare_user()
        self.report["letters"] = refuse(_LIBC)

    @property
    def owner(self) -> int | None:
        """The spare user that stoves run as, if there is one."""
        return self._spare

    def make_scratch(self) -> None:
        """The folder of the next stove."""
        os.mkdir(self.scratch, 0o700)
        if self._spare is not None:
            os.chown(self.scratch, self._spare, self._spare)

    def clear_scratch(self) -> None:
        """Remove it, with all that is in there."""
        with contextlib.suppress(OSError):  # it is not empty
            os.rmdir(self.scratch)
        for name in os.listdir(
            self.folder
        ):  # that, and what a stove of our own user made beside it
            _remove(os.path.join(self.folder, name))

    def enter(self) -> None:
        """Go behind the walls. There is no way back."""
        os.chdir(self.scratch)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        if self._spare is not None:
            self._become(self._spare)
        if self._rules is not None:
            libc = _LIBC
            libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            libc.syscall(_RESTRICT_SELF, self._rules, 0)
            os.close(self._rules)

    # --- the spare user -------------------------------------------------------------------------

    def _spare_user(self) -> int | None:
        if os.getuid() != 0:
            self.report["user"] = "not started as root"
            return None
        if sys.platform != "linux":
            self.report["user"] = "not on this system"
            return None
        if self._rules is None and not all(map(_open_to_all, (sys.base_prefix, *self._site))):
            self.report["user"] = "the interpreter is in a folder that other users can't read"
            return None
        self.report["user"] = ""
        return _SPARE_USERS[int.from_bytes(os.urandom(4), "big") % len(_SPARE_USERS)]

    def _become(self, user: int) -> None:
        libc = _LIBC
        resource.setrlimit(resource.RLIMIT_NPROC, (MOST_PROCESSES, MOST_PROCESSES))
        os.setgroups([])
        if self._rules is not None:
            # The interpreter may stand in a folder that only its owner may search. Landlock says
            # what may be read, so searching is left to this user, and nothing else of root's.
            libc.prctl(_PR_SET_KEEPCAPS, 1, 0, 0, 0)
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        if self._rules is not None:
            header = struct.pack("Ii", 0x20080522, 0)
            mask = 1 << _CAP_DAC_READ_SEARCH
            libc.syscall(_CAPSET, header, struct.pack("6I", mask, mask, 0, 0, 0, 0))

    # --- Landlock -------------------------------------------------------------------------------

    def _landlock(self) -> int | None:
        """A ruleset's descriptor, or None where the kernel has no Landlock."""
        if sys.platform != "linux":
            self.report["files"] = "not on this system"
            return None
        libc = _LIBC
        version = libc.syscall(_CREATE_RULESET, None, 0, 1)
        if version < 1:
            self.report["files"] = f"Landlock: {os.strerror(ctypes.get_errno() or errno.ENOSYS)}"
            return None
        files = (1 << (13, 14, 15, 15, 16)[min(version, 5) - 1]) - 1
        network = 3 if version >= 4 else 0
        scope = 3 if version >= 6 else 0
        size = 8 if version < 4 else 16 if version < 6 else 24
        attributes = struct.pack("QQQ", files, network, scope)[:size]
        rules = libc.syscall(_CREATE_RULESET, attributes, size, 0)
        if rules < 0:
            self.report["files"] = f"Landlock: {os.strerror(ctypes.get_errno())}"
            return None
        self.report["files"] = ""
        read = _READ_FILE | _READ_DIR
        for path in self._readable():
            _allow(libc, rules, path, read & files)
        for path in self._site:
            _allow(libc, rules, path, _READ_DIR)
        for path in ("/dev/null", "/dev/zero", "/dev/full"):
            _allow(libc, rules, path, (_READ_FILE | _WRITE_FILE | _TRUNCATE) & files)
        _allow(libc, rules, "/dev/urandom", _READ_FILE)
        _allow(libc, rules, self.folder, files & ~1)  # all but to execute
        os.set_inheritable(rules, False)
        return int(rules)

    def _readable(self) -> list[str]:
        """The interpreter's library, the system's, and third-party packages other than ours."""
        version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
        found = [
            os.path.join(prefix, lib, *more)
            for prefix in {sys.base_prefix, sys.base_exec_prefix}
            for lib in ("lib", "lib64")
            for more in ((version,), (f"lib{version}.so.1.0",))
        ]
        found += ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/share/zoneinfo"]
        found += ["/etc/ld.so.cache", "/etc/localtime"]
        for folder in self._site:
            try:
                names = os.listdir(folder)
            except OSError:
                continue
            found += [os.path.join(folder, name) for name in names if not name.startswith(_OURS)]
        return found


def _remove(path: str) -> None:
    """Remove a file, or a folder with all that is in it, whatever its modes are."""
    if os.path.islink(path) or not os.path.isdir(path):
        with contextlib.suppress(OSError):
            os.unlink(path)
        return
    import shutil

    os.chmod(path, 0o700)
    for folder, inner, _ in os.walk(path):
        for name in inner:
            if not os.path.islink(os.path.join(folder, name)):
                os.chmod(os.path.join(folder, name), 0o700)
    shutil.rmtree(path, ignore_errors=True)


def _open_to_all(path: str) -> bool:
    """Whether everybody may search the way to a folder, and read it."""
    while True:
        if os.stat(path).st_mode & 0o005 != 0o005:
            return False
        parent = os.path.dirname(path)
        if parent == path:
            return True
        path = parent


def _allow(libc: Any, rules: int, path: str, access: int) -> None:
    """Allow `access` to a file, or to all below a folder; what is not there needs no rule."""
    try:
        descriptor = os.open(path, getattr(os, "O_PATH", 0) | os.O_CLOEXEC)
    except OSError:
        return
    if not os.path.isdir(path):
        access &= ~_READ_DIR
    libc.syscall(_ADD_RULE, rules, 1, struct.pack("=Qi", access, descriptor), 0)
    os.close(descriptor)
