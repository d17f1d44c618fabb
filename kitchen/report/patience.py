"""A line for whoever sits before a terminal and waits: something is going on, and for how long."""

import contextlib
import os
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from threading import Event

AFTER = 2.0
"""Seconds of silence that nobody wonders about."""

_ERASE = "\r\x1b[K"


@contextlib.contextmanager
def asked_for(number: int, out: TextIO) -> Iterator[None]:
    """While this lasts, and it lasts long, say so: one line, which is gone afterwards."""
    if not out.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        yield
        return
    import threading  # only where somebody looks

    done = threading.Event()
    teller = threading.Thread(target=_tell, args=(number, out, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def _tell(number: int, out: TextIO, done: "Event") -> None:
    began = monotonic()
    if done.wait(AFTER):
        return
    with contextlib.suppress(OSError):  # a terminal that has been closed
        while True:
            out.write(f"{_ERASE}  case {number} is being served: {monotonic() - began:.0f} s")
            out.flush()
            if done.wait(1.0):
                break
        out.write(_ERASE)
        out.flush()
