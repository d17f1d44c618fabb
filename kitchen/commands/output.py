"""Where a command's output goes: a reader who may have seen enough, or a file."""

import os
import sys


class Unread:
    """Printing in here may find that whoever read us has seen enough (`| head`): the verdict, and
    with it the exit code, stands all the same."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        if kind is None or not issubclass(kind, BrokenPipeError):
            return False
        read_no_more()
        return True


def read_no_more() -> None:
    """What is still printed, or waits to be, goes nowhere. Python would complain at its exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def put(name: str, content: str | bytes) -> None:
    """Write a report: whole or not at all, and never over something that isn't a file."""
    from pathlib import Path  # slow to import, and most commands write no file

    from kitchen import workspace

    if isinstance(content, str):
        content = content.encode("utf-8", "backslashreplace")
    workspace.put(Path(name), content)
