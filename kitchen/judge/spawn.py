"""Starts the template process. It is the first thing that a command does, so this module imports
little: the template gets ready while the rest of us is still being imported."""

import contextlib
import ctypes
import os
import socket
import sys

from kitchen.errors import Unusable

TYPE_CHECKING = False  # `typing` itself would take longer to import than the rest
if TYPE_CHECKING:
    from collections.abc import Iterator

    Spawned = tuple[socket.socket, str, int]
    """The control line to a template, its scratch folder, its process."""

_HOUSE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
_ADDR_NO_RANDOMIZE = 0x0040000


def spawn() -> "Spawned":
    """Start a template process: its control line, its scratch folder, its number."""
    scratch = _new_scratch()
    ours, theirs = socket.socketpair()
    program = os.path.join(_HOUSE, "stove", "__main__.py")
    command = [sys.executable, "-s", "-S", "-P", "-u", "-X", "utf8", program]
    command += [_HOUSE, scratch, *_site_folders()]
    environment = {
        "HOME": scratch,
        "LC_ALL": "C.UTF-8",
        "MALLOC_ARENA_MAX": "1",  # threads would each have one, and reserve 64 MB for it
        "PATH": "/usr/bin:/bin",
        "PYTHONHASHSEED": "0",
        "TMPDIR": scratch,
        "TZ": "UTC",
    }
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, f"{scratch}/template.err", os.O_WRONLY | os.O_CREAT, 0o600),
        (os.POSIX_SPAWN_DUP2, theirs.fileno(), 3),
    ]
    with _fixed_addresses():
        pid = os.posix_spawn(
            sys.executable, command, environment, file_actions=actions, setsid=True
        )
    theirs.close()
    return ours, scratch, pid


def _new_scratch() -> str:
    """A folder of nobody else's; `tempfile` would do the same and take longer to import. Raises
    Unusable."""
    for folder in (os.environ.get("TMPDIR", "/tmp"), "/tmp", "."):
        path = os.path.abspath(os.path.join(folder, f"kitchen-{os.urandom(8).hex()}"))
        try:
            os.mkdir(path, 0o700)
        except OSError:
            continue
        return path
    raise Unusable("there is no folder for temporary files: set TMPDIR to one that can be written.")


def _site_folders() -> list[str]:
    """Where third-party packages are: for an attempt that uses one. No `.pth` file is followed."""
    names = ("site-packages", "dist-packages")
    return [path for path in sys.path if os.path.basename(path) in names]


@contextlib.contextmanager
def _fixed_addresses() -> "Iterator[None]":
    """Children started in here have their memory at the same addresses in every run.

    Sets of objects are ordered by address; a learner's loop over one should not differ from run to
    run. Where the system won't have it, only that comfort is lost.
    """
    personality = getattr(ctypes.CDLL(None), "personality", None)
    before = personality(0xFFFFFFFF) if personality is not None else -1
    if before == -1:
        yield
        return
    assert personality is not None
    personality(before | _ADDR_NO_RANDOMIZE)
    try:
        yield
    finally:
        personality(before)
