"""What pictures in files have in common: their kinds, their ink, and what is said without
matplotlib."""

from pathlib import Path

from kitchen.errors import Unusable

KINDS = (".svg", ".png")

INK = "#7a7a7a"
"""In the middle between light and dark, on no ground of its own: to be read on either."""

MISSING = (
    "a picture is drawn by matplotlib, which isn't installed here: `pip install matplotlib`, or "
    "`pip install 'concurrency-kitchen[pictures]'`. What is drawn in the terminal needs nothing."
)


def can_be_drawn() -> bool:
    """Whether matplotlib is there."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        return False
    return True


def kind(name: str) -> str:
    """What the picture's file is to hold: 'svg' or 'png'. Raises Unusable before anything is
    served, also where matplotlib is missing, and where something stands that is no file."""
    path = Path(name)
    suffix = path.suffix.lower()
    if suffix not in KINDS:
        raise Unusable(f"{name}: a picture's name ends in {' or '.join(KINDS)}.")
    if path.exists() and not path.is_file():
        raise Unusable(f"{name} is no file, and a picture isn't put in its place.")
    if not can_be_drawn():
        raise Unusable(MISSING)
    return suffix.removeprefix(".")
