"""One key at a time, while files are watched: a main loop that waits for either."""

import contextlib
import os
import re
import select
import signal
import sys
from collections.abc import Iterator

try:
    import termios
    import tty
except ImportError:  # no such terminal on this platform: no keys
    termios = None  # type: ignore[assignment]


_SEQUENCE = re.compile(r"\x1b(\[[0-9;]*[ -/]*[@-~]|O.)")
"""What arrows and the like send: several letters, none of which is a key of ours."""

_END = b"\x04"
"""Ctrl-D."""


class Bell:
    """Wakes whoever waits for keys, from another thread or a signal."""

    def __init__(self) -> None:
        self._out, self._in = os.pipe()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)

    def ring(self) -> None:
        """Wake them; once is enough however often it is rung."""
        with contextlib.suppress(BlockingIOError, OSError):
            os.write(self._in, b"!")

    def fileno(self) -> int:
        return self._out

    def hush(self) -> None:
        """It has been heard."""
        with contextlib.suppress(BlockingIOError):
            os.read(self._out, 4096)

    def close(self) -> None:
        os.close(self._in)
        os.close(self._out)


class Keyboard:
    """The terminal's keys, unbuffered and unechoed for as long as the context lasts. Where standard
    input is no terminal there are none."""

    def __init__(self) -> None:
        self.there = termios is not None and sys.stdin.isatty()

    @contextlib.contextmanager
    def listening(self) -> Iterator["Keyboard"]:
        if not self.there:
            yield self
            return
        before = termios.tcgetattr(sys.stdin)
        tty.setcbreak(sys.stdin)
        try:
            yield self
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)

    @contextlib.contextmanager
    def lent(self) -> Iterator[None]:
        """As it was before, for another program: a pager."""
        if not self.there:
            yield
            return
        mine = termios.tcgetattr(sys.stdin)
        mine_again = mine[:]
        mine[3] |= termios.ECHO | termios.ICANON
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, mine)
        try:
            yield
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, mine_again)

    def wait(self, bell: Bell) -> str:
        """The keys that were pressed, or '' when the bell was rung first. 'q' once nobody can press
        any more."""
        keys = [sys.stdin.fileno()] if self.there else []
        ready, _, _ = select.select([bell.fileno(), *keys], [], [])
        if bell.fileno() in ready:
            bell.hush()
            return ""
        try:
            pressed = os.read(sys.stdin.fileno(), 64)
        except OSError:  # the terminal is gone
            pressed = b""
        if not pressed or _END in pressed:
            return "q"
        return _SEQUENCE.sub("\x1b", pressed.decode("ascii", "replace")).lower()


@contextlib.contextmanager
def redrawn(bell: Bell) -> Iterator[None]:
    """While this lasts the bell rings when the terminal has changed its size, and when we go on
    after Ctrl-Z."""
    names = [name for name in ("SIGWINCH", "SIGCONT") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), lambda *_: bell.ring()) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
