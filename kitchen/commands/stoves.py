"""The stoves of a command: their template is started before anything else, and ended in order."""

from collections.abc import Sequence

TYPE_CHECKING = False  # `typing` itself would take longer to import than the rest
if TYPE_CHECKING:
    from kitchen.judge.engine import Engine
    from kitchen.judge.spawn import Spawned

_AT_ONCE = ("run", "check", "sweep", "watch")
"""Commands that always want stoves."""


def end_in_order_on_signals() -> None:
    """Once there are processes and folders, none is to be left: nor when the terminal is closed,
    unless somebody said that this doesn't matter (`nohup`)."""
    import signal

    def end(number: int, frame: object) -> None:
        for other in (signal.SIGTERM, signal.SIGHUP):  # once is enough: there is much to close
            signal.signal(other, signal.SIG_IGN)
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, end)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, end)


class Stoves:
    """The template gets ready while we read the command. A context manager: what nobody took is
    closed."""

    def __init__(self, said: Sequence[str]) -> None:
        self._spawned: Spawned | None = None
        if said and said[0] in _AT_ONCE and not {"-h", "--help"} & set(said):
            from kitchen.judge.spawn import spawn

            end_in_order_on_signals()
            self._spawned = spawn()

    def __enter__(self) -> "Stoves":
        return self

    def __exit__(self, *exit: object) -> None:
        if self._spawned is not None:
            from kitchen.judge.lane import Template

            Template(self._spawned, lanes=0).close()

    def engine(self) -> "Engine":
        """An engine on the template that is there, or on a new one."""
        from kitchen.judge.engine import Engine
        from kitchen.judge.lane import Template

        end_in_order_on_signals()
        spawned, self._spawned = self._spawned, None
        return Engine(None if spawned is None else Template(spawned))
