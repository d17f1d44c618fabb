"""The cases as shipped, packed beside the code: what a learner's folder is made and restored from.

`originals.zip` is made by `author pack`, and is the same bytes for the same files.
"""

import io
import zipfile
from pathlib import Path

ARCHIVE = Path(__file__).parent / "originals.zip"

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""A zip tells when its files were changed; ours do not change by being packed again."""


def packed(cases: Path) -> bytes:
    """The archive of the case files in this folder."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(cases.glob("case*.py")):
            member = zipfile.ZipInfo(f"lab/cases/{path.name}", _LONG_AGO)
            archive.writestr(member, path.read_bytes())
    return buffer.getvalue()


def stale(cases: Path) -> bool:
    """Whether the archive does not hold what is in this folder."""
    try:
        return ARCHIVE.read_bytes() != packed(cases)
    except FileNotFoundError:
        return True


def pack(cases: Path) -> None:
    """Make the archive anew."""
    ARCHIVE.write_bytes(packed(cases))
