"""The file that a command is about, and its case."""

from pathlib import Path
from shlex import quote

from kitchen import workspace
from kitchen.catalog import Listed

TYPE_CHECKING = False  # `typing` itself would take longer to import than the rest
if TYPE_CHECKING:
    from kitchen.judge.engine import AttemptSource


def attempt_of(listed: Listed, name: str, file: str | None) -> "tuple[AttemptSource, str]":
    """The file to be run as this case, and what a replay line must say to name it."""
    from kitchen.judge.engine import AttemptSource

    if file is None and name.endswith(".py"):
        file = name
    path = workspace.case_file(listed) if file is None else Path(file)
    own = workspace.real(path) == workspace.real(workspace.case_file(listed))
    attempt = AttemptSource(workspace.shown(path), listed.stem, workspace.read(path))
    return attempt, "" if own else f" --file {quote(str(path))}"
