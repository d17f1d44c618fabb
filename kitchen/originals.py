"""The cases as shipped, packed beside the code: what a learner's folder is made and restored from.

`originals.zip` is made by `author pack`, and is the same bytes for the same files. So is the gate
that case 17 hands in ready: `kitchen/priority_semaphore.py` is the solution of case 16.
"""

import io
import zipfile
from pathlib import Path

ARCHIVE = Path(__file__).parent / "originals.zip"

GATE = Path(__file__).parent / "priority_semaphore.py"

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


def stale(root: Path) -> bool:
    """Whether the archive is not that of the repository at `root`, or the gate is another one."""
    try:
        same = GATE.read_bytes() == _gate(root).read_bytes()
        return not same or ARCHIVE.read_bytes() != packed(root / "lab" / "cases")
    except FileNotFoundError:
        return True


def pack(root: Path) -> None:
    """Make the archive of the repository at `root` anew, and the gate."""
    ARCHIVE.write_bytes(packed(root / "lab" / "cases"))
    GATE.write_bytes(_gate(root).read_bytes())


def _gate(root: Path) -> Path:
    return root / "solutions" / "case16_ageing.py"
