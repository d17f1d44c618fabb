"""What `doctor` tells: versions, folders, and which walls hold on this machine."""

import os
import platform
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version

import kitchen
from kitchen import workspace
from kitchen.numbers import counted

_WALLS = {
    "files": "your code reads libraries and writes a scratch folder, nothing else",
    "user": "it runs as a user who owns nothing, with few processes",
    "processes": "it can't see, signal or outlive other processes",
    "network": "it has no network",
    "letters": "it can leave nothing in the kernel for the service after it",
}


def lines(walls: Mapping[str, str]) -> Iterator[str]:
    """A line each; `walls` says by name what holds ('') or why it doesn't."""
    yield f"kitchen {kitchen.__version__}, Python {platform.python_version()}"
    cores = counted(os.cpu_count() or 1, "core")
    yield f"{platform.system()} {platform.release()} {platform.machine()}, {cores}"
    yield f"workspace: {workspace.root()}"
    yield f"the office of cases 18 and 19: {_library()}"
    yield ""
    for name, meaning in _WALLS.items():
        why = walls.get(name, "unknown")
        yield f"  {'yes' if not why else 'no ':<4} {meaning}" + (f" ({why})" if why else "")
    yield ""
    yield "Where a wall is missing, limits on memory, time, output and descriptors"
    yield "still hold, and the verdict still comes from another process."


def _library() -> str:
    try:
        return f"diskcache-community {version('diskcache-community')}"
    except PackageNotFoundError:
        return "diskcache-community is missing: pip install diskcache-community"
