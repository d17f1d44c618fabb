"""A sweep as a picture, by matplotlib: the same bytes from the same sweep."""

import io
import math
from typing import Any

from kitchen.judge.sweeping import Sweep
from kitchen.report.images import INK

_LINE = "#3a7fc4"
_ERRORS = "#d0611b"


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
        axes.set_xlabel(f"{number.name}{unit}", color=INK)
        axes.set_ylabel(f"{number.measure.label} (s)", color=INK)
        axes.set_title(sweep.otherwise, color=INK, fontsize="medium")
        axes.tick_params(colors=INK)
        axes.grid(color=INK, alpha=0.25, linewidth=0.5)
        for side, spine in axes.spines.items():
            spine.set(visible=side in ("left", "bottom"), color=INK)
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
        if not told:
            axes.set_yticks(())  # of what never ended there is no time
        if bad or never or knee is not None:
            axes.legend(frameon=False, labelcolor=INK)
        page = io.BytesIO()
        metadata = {"Creator": None, "Date": None} if kind == "svg" else {"Software": None}
        figure.savefig(page, format=kind, transparent=True, dpi=150, metadata=metadata)
    return page.getvalue()
