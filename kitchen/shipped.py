"""What the lab ships for each case: the file to edit, the chapter, the solution.

In a clone chapters and solutions stand in its folders; in an installed lab they are packed beside
the code. The files to edit come from `originals.zip` in both, since those in a folder are edited.
"""

from pathlib import Path

from kitchen.catalog import Listed

_HOUSE = Path(__file__).resolve().parent


def original(case: Listed) -> bytes:
    """The case's file as shipped."""
    import zipfile  # slow to import, and wanted here only

    from kitchen.originals import ARCHIVE

    with zipfile.ZipFile(ARCHIVE) as archive:
        return archive.read(f"lab/cases/{case.stem}.py")


def chapter(case: Listed) -> str:
    """The text of the case, in Markdown."""
    return _text("lab/chapters", f"{case.stem}.md")


def solution(case: Listed) -> str:
    """The reference fix."""
    return _text("solutions", f"{case.stem}.py")


def _text(folder: str, name: str) -> str:
    clone = _HOUSE.parent / folder / name
    packed = _HOUSE / "shipped_texts" / Path(folder).name / name
    return (clone if clone.is_file() else packed).read_text(encoding="utf-8")
