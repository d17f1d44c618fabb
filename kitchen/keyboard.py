"""One key at a time, while files are watched: a main loop that waits for either."""

import contextlib
import os
import re
import select
import signal
import sys
from collections.abc import Callable, Iterator

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
    """Wakes whoever waits for keys, from another thread or a signal: any signal, since the system
    may give it to a thread that sleeps on, while Python has the main one see to it."""

    def __init__(self) -> None:
        self._out, self._in = os.pipe()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._before = signal.set_wakeup_fd(self._in, warn_on_full_buffer=False)

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
        signal.set_wakeup_fd(self._before)
        os.close(self._in)
        os.close(self._out)


class Keyboard:
    """The terminal's keys, unbuffered and unechoed for as long as the context lasts. Where standard
    input is no terminal there are none."""

    def __init__(self) -> None:
        self.there = termios is not None and sys.stdin.isatty()
        self._lent = False

    @contextlib.contextmanager
    def listening(self, bell: Bell) -> Iterator["Keyboard"]:
        """When we go on after Ctrl-Z, the terminal is as the shell wanted it: then it is made ours
        again, and the bell rings."""
        if not self.there:
            yield self
            return

        def make_ours(*_: object) -> None:
            if not self._lent:
                with contextlib.suppress(termios.error):  # a terminal that has been closed
                    tty.setcbreak(sys.stdin, termios.TCSADRAIN)
            bell.ring()

        before = termios.tcgetattr(sys.stdin)
        make_ours()
        try:
            with on_signal("SIGCONT", make_ours):
                yield self
        finally:
            with contextlib.suppress(termios.error):
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
        self._lent = True
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, mine)
        try:
            yield
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, mine_again)
            self._lent = False

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
def on_signal(name: str, does: Callable[..., None]) -> Iterator[None]:
    """While this lasts it is done when the signal comes, on a platform that has it."""
    if not hasattr(signal, name):
        yield
        return
    before = signal.signal(getattr(signal, name), does)
    try:
        yield
    finally:
        signal.signal(getattr(signal, name), before)
