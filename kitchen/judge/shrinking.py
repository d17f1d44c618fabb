"""Makes a failing service smaller: which of its parts (crates, guests) does the failure need?

Delta debugging after Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input"
(2002): try chunks, then what is left without a chunk, then smaller chunks. All trials of a step are
made together, and the first in order that still fails is taken, so the outcome doesn't depend on
which came back first.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from kitchen.parts import Parts

MOST_TRIALS = 120
"""Services that are served to make one smaller. What is reached by then is shown."""


def shrink(parts: Parts, fails: Callable[[Sequence[Parts]], Sequence[bool]]) -> list[Parts]:
    """Smaller and smaller subsets that still fail, the smallest first; none if there are none.

    `fails` tells of several subsets at once whether each still fails.
    """
    chunks, left = 2, MOST_TRIALS
    steps: list[Parts] = []
    while len(parts) > 1 and left > 0:
        trials = list(_trials(parts, chunks))[:left]
        left -= len(trials)
        failing = [trial for trial, failed in zip(trials, fails(trials), strict=True) if failed]
        if failing:
            smaller = failing[0]
            # A chunk alone is cut in two; what is left without one is tried in the same grain.
            chunks = 2 if len(smaller) <= len(parts) // 2 else max(chunks - 1, 2)
            parts = smaller
            steps.insert(0, smaller)
        elif chunks >= len(parts):
            break
        else:
            chunks = min(2 * chunks, len(parts))
    return steps


def _trials(parts: Parts, chunks: int) -> Iterator[Parts]:
    cuts = [round(place * len(parts) / chunks) for place in range(chunks + 1)]
    pairs = list(pairwise(cuts))
    for start, end in pairs:
        yield parts[start:end]
    if chunks > 2:
        for start, end in pairs:
            yield parts[:start] + parts[end:]
