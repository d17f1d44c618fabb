"""One key at a time, while files are watched: a main loop that waits for either."""

import contextlib
import os
import select
import signal
import sys
from collections.abc import Iterator

try:
    import termios
    import tty
except ImportError:  # no such terminal on this platform: no keys
    termios = None  # type: ignore[assignment]


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
        """The next key, or '' when the bell was rung first. 'q' once nobody can press any more."""
        keys = [sys.stdin.fileno()] if self.there else []
        ready, _, _ = select.select([bell.fileno(), *keys], [], [])
        if bell.fileno() in ready:
            bell.hush()
            return ""
        pressed = os.read(sys.stdin.fileno(), 64)
        return pressed[:1].decode("ascii", "replace").lower() if pressed else "q"


@contextlib.contextmanager
def resized(bell: Bell) -> Iterator[None]:
    """While this lasts the bell rings when the terminal changes its size."""
    if not hasattr(signal, "SIGWINCH"):
        yield
        return
    before = signal.signal(signal.SIGWINCH, lambda *_: bell.ring())
    try:
        yield
    finally:
        signal.signal(signal.SIGWINCH, before)
