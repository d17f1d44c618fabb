"""Hears when a file is saved, however an editor does that: in place, or by putting another one in
its place. `watchfiles` tells what happens in a folder; whether a file has changed is read from it.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from watchfiles import Change, watch

from kitchen.errors import Unusable

SETTLED = 50
"""Milliseconds of quiet after which a save is over: some editors write in several steps."""

POLL_EVERY = 200
"""Milliseconds between looks, where the system tells nothing: WSL, network drives."""

ROUND = 500
"""Milliseconds after which the folders themselves are looked at."""


class Saves:
    """Listens to the folders of some files, in a thread. A context manager."""

    def __init__(self, files: Iterable[Path], told: Callable[[], None], *, poll: bool) -> None:
        """`told` is called, in that thread, when one of the files may have changed."""
        self._files = [path.parent.resolve() / path.name for path in files]
        self._names = {path.name for path in self._files}
        self._folders = sorted({path.parent for path in self._files})
        self._told = told
        self._poll = poll
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self.lost = ""
        """Why nothing is heard any more."""

    def __enter__(self) -> "Saves":
        for folder in self._folders:
            if not folder.is_dir():
                raise Unusable(f"there is no folder {folder} to watch.")
        self._thread.start()
        return self

    def __exit__(self, *exit: object) -> None:
        self._stop.set()
        self._thread.join()

    def _listen(self) -> None:
        while not self._stop.is_set():
            known = self._signature()
            self._told()  # of what was saved before the folders are listened to
            try:
                for changes in self._changes():
                    now = self._signature()
                    if changes:
                        self._told()
                    elif now != known:
                        break  # not all is told: a folder was put in the place of the old one
                    known = now
            except FileNotFoundError:
                self._stop.wait(ROUND / 1000)  # until it is there again
            except (OSError, RuntimeError) as error:
                self.lost = f"the folder can't be watched any more: {error}"
                self._told()
                return

    def _signature(self) -> list[tuple[int, int, int, int] | None]:
        """The folders and the files as they are; a folder that was made anew may have got the old
        one's number, but what is in it is new."""
        return [_identity(path) for path in (*self._folders, *self._files)]

    def _changes(self) -> Iterator[set[tuple[Change, str]]]:
        """What has changed, whenever something has; nothing, once a round."""
        return watch(
            *self._folders,
            watch_filter=self._ours,
            debounce=SETTLED * 10,
            step=SETTLED,
            stop_event=self._stop,
            rust_timeout=ROUND,
            yield_on_timeout=True,
            raise_interrupt=False,
            force_polling=self._poll or None,
            poll_delay_ms=POLL_EVERY,
            recursive=False,
        )

    def _ours(self, change: Change, path: str) -> bool:
        return Path(path).name in self._names


def _identity(path: Path) -> tuple[int, int, int, int] | None:
    """By which one is told that another is in its place, or that it was written to."""
    try:
        found = path.stat()
    except OSError:
        return None
    # A folder's own time changes with everything that is put there.
    time, size = (0, 0) if path.is_dir() else (found.st_mtime_ns, found.st_size)
    return found.st_dev, found.st_ino, time, size
