"""The parts of a service by their numbers, as people write them: '1-4,9'."""

from collections.abc import Iterator

Parts = tuple[int, ...]
"""Numbers from 1, in order: the crates or guests that are kept of a service."""

MOST = 100_000


def ranges(parts: Parts) -> str:
    """(1, 2, 3, 4, 9) as '1-4,9'."""
    runs: list[list[int]] = []
    for part in parts:
        if runs and part == runs[-1][1] + 1:
            runs[-1][1] = part
        else:
            runs.append([part, part])
    return ",".join(f"{first}-{last}" if last > first else f"{first}" for first, last in runs)


def numbers(text: str) -> Parts:
    """'1-4,9' as (1, 2, 3, 4, 9). Raises ValueError for what is no such list."""
    found = sorted({part for piece in text.split(",") for part in _piece(piece)})
    return tuple(found)


def _piece(text: str) -> Iterator[int]:
    first, dash, last = (part.strip() for part in text.partition("-"))
    start, stop = int(first), int(last if dash else first)
    if not 1 <= start <= stop <= MOST:
        raise ValueError(f"no numbers: {text!r}")
    yield from range(start, stop + 1)
