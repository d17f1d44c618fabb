"""A sweep as a picture, by matplotlib: the same bytes from the same sweep."""

import io
import math
from pathlib import Path
from typing import Any

from kitchen.errors import Unusable
from kitchen.judge.sweeping import Sweep

KINDS = (".svg", ".png")

_INK = "#7a7a7a"
_LINE = "#3a7fc4"
_ERRORS = "#d0611b"
"""In the middle between light and dark, on no ground of their own: to be read on either."""


def kind(name: str) -> str:
    """What the picture's file is to hold: 'svg' or 'png'. Raises Unusable before anything is
    served, also where matplotlib is missing."""
    suffix = Path(name).suffix.lower()
    if suffix not in KINDS:
        raise Unusable(f"{name}: a picture's name ends in {' or '.join(KINDS)}.")
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise Unusable(
            "a picture is drawn by matplotlib, which isn't installed here: `pip install "
            "matplotlib`, or `pip install -e '.[pictures]'` in a clone of the lab. The plot in the "
            "terminal and `--csv` need nothing."
        ) from None
    return suffix.removeprefix(".")


def drawn(sweep: Sweep, kind: str) -> bytes:
    """The picture's bytes."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    number, knee = sweep.number, sweep.knee
    rows = [(row, row.seconds) for row in sweep.rows]
    settings: dict[Any, Any] = {
        "svg.hashsalt": "kitchen",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
    }
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.add_subplot()
        unit = f" ({number.unit})" if number.unit else ""
        axes.set_xlabel(f"{number.name}{unit}", color=_INK)
        axes.set_ylabel(f"{number.measure.label} (s)", color=_INK)
        axes.set_title(sweep.otherwise, color=_INK, fontsize="medium")
        axes.tick_params(colors=_INK)
        axes.grid(color=_INK, alpha=0.25, linewidth=0.5)
        for side, spine in axes.spines.items():
            spine.set(visible=side in ("left", "bottom"), color=_INK)
        if number.whole:
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        line = [math.nan if s is None or not row.well else s for row, s in rows]
        told = [(row, s) for row, s in rows if s is not None]
        bad = [(row.value, s) for row, s in told if not row.well]
        top = max((s for _, s in told), default=0.0) or 1.0
        never = [(row.value, top) for row, s in rows if s is None]
        axes.plot([row.value for row, _ in rows], line, "o-", color=_LINE, markersize=4)
        for points, sign, label in ((bad, "x", "with errors"), (never, "^", "no end")):
            if points:
                at = zip(*points, strict=True)
                axes.plot(*at, sign, color=_ERRORS, clip_on=False, label=label)
        if knee is not None:
            axes.axvline(knee.value, color=_LINE, linestyle=":", label="stops improving")
        axes.set_ylim(bottom=0)
        if bad or never or knee is not None:
            axes.legend(frameon=False, labelcolor=_INK)
        page = io.BytesIO()
        metadata = {"Date": None} if kind == "svg" else None
        figure.savefig(page, format=kind, transparent=True, dpi=150, metadata=metadata)
    return page.getvalue()
