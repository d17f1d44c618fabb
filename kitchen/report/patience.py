"""For whoever sits before a terminal and waits: something is going on, for how long, and how far.

Both are one line on standard error that is gone afterwards. In a pipe, and on a terminal that can't
take a line back, there is none.
"""

import contextlib
import os
import shutil
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from threading import Event

AFTER = 2.0
"""Seconds of silence that nobody wonders about."""

_ERASE = "\r\x1b[K"

_CELLS = 30


def looked_at(out: TextIO) -> bool:
    """Whether somebody sits there, and a line can be taken back."""
    return out.isatty() and os.environ.get("TERM", "dumb") != "dumb"


@contextlib.contextmanager
def asked_for(what: str, out: TextIO) -> Iterator[None]:
    """While this lasts, and it lasts long, say that `what` is being served."""
    if not looked_at(out):
        yield
        return
    import threading  # only where somebody looks

    done = threading.Event()
    teller = threading.Thread(target=_tell, args=(what, out, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def _tell(what: str, out: TextIO, done: "Event") -> None:
    began = monotonic()
    if done.wait(AFTER):
        return
    with contextlib.suppress(OSError):  # a terminal that has been closed
        while True:
            out.write(f"{_ERASE}  {what} is being served: {monotonic() - began:.0f} s")
            out.flush()
            if done.wait(1.0):
                break
        out.write(_ERASE)
        out.flush()


class Bar:
    """How many of so many things are done. A context manager: it is gone afterwards."""

    def __init__(self, total: int, out: TextIO) -> None:
        self._total = total
        self._out = out
        self._shown = looked_at(out)
        self._began = monotonic()

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *exit: object) -> None:
        self.lift()

    def lift(self) -> None:
        """Off the terminal, where a line is to be printed."""
        self._write(_ERASE)

    def at(self, done: int) -> None:
        """So many are done."""
        full = _CELLS * done // max(1, self._total)
        bar = "#" * full + "." * (_CELLS - full)
        told = f"  [{bar}] {done} of {self._total}{self._left(done)}"
        self._write(_ERASE + told[: shutil.get_terminal_size().columns - 1])

    def _left(self, done: int) -> str:
        """How long the others will take, if they are like those that are done."""
        spent = monotonic() - self._began
        if not done or spent < AFTER:
            return ""
        left = round(spent / done * (self._total - done))
        return f", {left // 60}:{left % 60:02} left"

    def _write(self, text: str) -> None:
        if self._shown:
            with contextlib.suppress(OSError):
                self._out.write(text)
                self._out.flush()
