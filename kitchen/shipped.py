"""What the lab ships for each case: the file to edit, chapter, walkthrough, solution.

In a clone all but the first stand in its folders; in an installed lab they are packed beside the
code. The files to edit come from `originals.zip` in both, since those in a folder are edited.
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


def walkthrough(case: Listed) -> str:
    """What its notebook has besides the chapter; '' for nothing."""
    try:
        return _text("lab/walkthroughs", f"{case.stem}.md")
    except FileNotFoundError:
        return ""


def solution(case: Listed) -> str:
    """The reference fix."""
    return _text("solutions", f"{case.stem}.py")


def notebook(case: Listed) -> bytes:
    """The walkthrough as it was built."""
    return _file("notebooks", f"{case.stem}.ipynb").read_bytes()


def home_of_solutions() -> Path:
    """The folder from which `solutions.case16_ageing` and its like can be imported."""
    clone = _HOUSE.parent
    return clone if (clone / "solutions").is_dir() else _HOUSE / "shipped_texts"


def _text(folder: str, name: str) -> str:
    return _file(folder, name).read_text(encoding="utf-8")


def _file(folder: str, name: str) -> Path:
    clone = _HOUSE.parent / folder / name
    packed = _HOUSE / "shipped_texts" / Path(folder).name / name
    return clone if clone.is_file() else packed
