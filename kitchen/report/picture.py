"""Charts as an image, SVG or PNG. It needs matplotlib, which is imported here and nowhere else.

The ground is left transparent, and what stands on it is neither light nor dark: it reads on a white
page and on a black one. Colours are those of Okabe and Ito, which the colour-blind can tell apart;
and each state has a height, each sign a shape of its own.
"""

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kitchen import workspace
from kitchen.errors import Unusable
from kitchen.lanes import Chart, Lane, Sign, Span, State
from kitchen.measures import measure, told
from kitchen.report import images
from kitchen.report.images import INK, MISSING
from kitchen.report.pen import clean
from kitchen.world.wire import SECOND

try:
    from matplotlib import rc_context
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch
    from matplotlib.ticker import MaxNLocator
except ImportError:
    raise Unusable(MISSING) from None

LINES = "#9a9a9a"
"""The colour of what only guides the eye."""

OVER = "#D55E00"

SCALES = 12.0
"""Two charts have one scale of time unless one lasts so many times longer than the other."""

LANE, FEWEST, HIGHEST = 0.24, 1.2, 6.5
"""Inches: of a lane, and of all of them at least and at most."""

MOST_LANES = 200
"""Of more lanes these are drawn, and the others counted."""

LETTERS = 0.17
"""Inches between two titles of lanes."""


class Look(NamedTuple):
    """How a state is drawn: how high in a lane, in which colour, with which hatching."""

    height: float
    colour: str
    hatch: str = ""


STATES: dict[State, Look] = {
    "waiting": Look(0.16, "#9a9a9a"),
    "holding": Look(0.44, "#E69F00"),
    "calling": Look(0.78, "#2f7fc1"),
    "refused": Look(0.78, OVER, "////"),
    "frozen": Look(0.44, "#56B4E9", "xxxx"),
}

SIGNS: dict[Sign, tuple[str, str]] = {
    "failed": ("X", OVER),
    "cut off": ("d", "#CC79A7"),
    "killed": ("P", OVER),
    "not over": (">", "#9a9a9a"),
    "fresh": ("o", "#009E73"),
    "stale": ("v", "#E69F00"),
}
"""The marker and colour of each sign."""

_SETTINGS: Any = {  # what it may hold differs between versions of matplotlib
    "svg.hashsalt": "kitchen",
    "svg.fonttype": "none",  # letters as letters: a fifth of the size, and to be searched
    "font.family": ["DejaVu Sans", "sans-serif"],  # the first comes with matplotlib
    "font.size": 9,
    "text.color": INK,
    "text.parse_math": False,  # a stranger's names may hold a dollar sign
    "axes.edgecolor": LINES,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "hatch.linewidth": 0.6,
}


def write(chart: Chart, path: Path, before: Chart | None = None) -> None:
    """The chart as a picture; with `before`, that one at its left: the file as it was shipped."""
    draw([chart] if before is None else [before, chart], path)


def draw(charts: Sequence[Chart], path: Path) -> None:
    """One chart, or two side by side (before and after), in a file: whole or not at all.

    Raises Unusable when the file can't be written.
    """
    workspace.put(path, drawn(charts, images.kind(str(path))))


def drawn(charts: Sequence[Chart], kind: str) -> bytes:
    """The picture itself, of kind 'svg' or 'png'. The same charts make the same bytes."""
    content = io.BytesIO()
    nothing: dict[str, str | None] = {"Software": None}  # of this machine, or this moment
    if kind == "svg":
        nothing = {"Creator": None, "Date": None, "Title": charts[-1].title}
    with rc_context(_SETTINGS):
        figure = _figure(charts)
        figure.savefig(content, format=kind, dpi=150, transparent=True, metadata=nothing)
    return content.getvalue()


def _figure(charts: Sequence[Chart]) -> Figure:
    """Above, how many at once; below, the lanes. A column for each chart."""
    most = max(len(_drawn(chart)) for chart in charts)
    lanes_high = min(max(most * LANE, FEWEST), HIGHEST)
    crowd_high = 1.3
    figure = Figure(
        figsize=(9.0 if len(charts) == 1 else 14.0, lanes_high + crowd_high + 2.2),
        layout=ConstrainedLayoutEngine(h_pad=0.08, w_pad=0.08),
    )
    axes = figure.subplots(
        2,
        len(charts),
        squeeze=False,
        sharex="all" if _one_scale(charts) else "col",
        height_ratios=[crowd_high, lanes_high],
    )
    figure.suptitle(charts[-1].title, fontsize=12, fontweight="bold")
    highest = max(max(chart.peak[0], chart.limit) for chart in charts)
    for place, chart in enumerate(charts):
        crowd, lanes = axes[0][place], axes[1][place]
        crowd.set_title(_heading(charts, place), fontsize=9.5)
        _draw_crowd(crowd, chart, highest)
        _draw_lanes(lanes, chart, lanes_high)
        shown = charts if _one_scale(charts) else [chart]
        lanes.set_xlim(0, max(each.stop - each.start for each in shown) / SECOND)
    figure.legend(
        handles=list(_legend(charts)),
        loc="outside lower center",
        ncols=6,
        frameon=False,
        labelcolor=INK,
    )
    return figure


def _one_scale(charts: Sequence[Chart]) -> bool:
    lasts = [chart.stop - chart.start for chart in charts]
    return max(lasts) < SCALES * min(lasts)


def _heading(charts: Sequence[Chart], place: int) -> str:
    conditions = charts[place].conditions
    if len(charts) == 1:
        return conditions
    which = "after: your file" if place else "before: as shipped"
    scale = "" if _one_scale(charts) else " (a time scale of its own)"
    return f"{which}{scale}\n{conditions}"


# --- how many at once -----------------------------------------------------------------------------


def _draw_crowd(axes: Axes, chart: Chart, highest: int) -> None:
    """A step for each change; what is over the limit in another colour, the peak pointed at."""
    steps = list(chart.crowd_spans())
    times = [(start - chart.start) / SECOND for start, _, _ in steps]
    times.append((chart.stop - chart.start) / SECOND)
    counts = [count for _, _, count in steps]
    counts.append(counts[-1])
    within = [min(count, chart.limit) for count in counts]
    axes.fill_between(times, within, step="post", color=STATES["calling"].colour, linewidth=0)
    peak, at = chart.peak
    if peak > chart.limit:
        axes.fill_between(
            times, within, counts, step="post", color=OVER, linewidth=0, hatch="////",
            edgecolor=INK,
        )  # fmt: skip
    axes.axhline(chart.limit, color=INK, linestyle="--", linewidth=1.2)
    axes.annotate(
        f"limit {chart.limit}", (1.0, chart.limit), (3, 0), xycoords=("axes fraction", "data"),
        textcoords="offset points", va="center", fontsize=8,
    )  # fmt: skip
    if peak:
        over = f", {peak - chart.limit} over the limit" if peak > chart.limit else ""
        moment = (at - chart.start) / SECOND
        left = at - chart.start < 0.6 * (chart.stop - chart.start)
        axes.annotate(
            f"peak {peak} at {moment:.2f} s{over}", (moment, peak), (14 if left else -14, 9),
            textcoords="offset points", ha="left" if left else "right", va="center",
            fontweight="bold", color=OVER if over else INK,
            arrowprops={"arrowstyle": "->", "color": OVER if over else INK},
        )  # fmt: skip
    axes.set_ylim(0, highest * 1.3)
    axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.set_ylabel("at once")
    axes.tick_params(labelbottom=False)
    _bare(axes)


# --- lanes ----------------------------------------------------------------------------------------


def _draw_lanes(axes: Axes, chart: Chart, high: float) -> None:
    lanes = _drawn(chart)
    for place, lane in enumerate(lanes):
        _draw_lane(axes, chart, place, lane)
    if chart.workers:
        axes.axhline(len(lanes) - len(chart.workers) - 0.5, color=LINES, linewidth=0.8)
    notes = (
        ["p: priority, the lowest first"]
        if any(lane.priority is not None for lane in lanes)
        else []
    )
    if len(chart.lanes) > MOST_LANES:
        notes.append(f"and {len(chart.lanes) - MOST_LANES} more")
    axes.set_ylabel("\n".join(notes), fontsize=8)
    every = max(1, round(len(lanes) * LETTERS / high + 0.49))
    shown = range(0, len(lanes), every)
    axes.set_yticks(list(shown), [clean(lanes[place].title) for place in shown], fontsize=8)
    axes.set_ylim(max(len(lanes), 1) - 0.4, -0.6)
    axes.grid(axis="x", color=LINES, linewidth=0.4, alpha=0.6)
    axes.set_axisbelow(True)
    figures = "\n".join(told(measure(chart)))
    axes.set_xlabel(f"seconds of the world's clock\n\n{figures}", linespacing=1.4)
    _bare(axes)


def _drawn(chart: Chart) -> list[Lane]:
    return [*chart.lanes[:MOST_LANES], *chart.workers]


def _draw_lane(axes: Axes, chart: Chart, place: int, lane: Lane) -> None:
    whole = (chart.stop - chart.start) / SECOND
    for state, look in STATES.items():
        bars = []
        for span in _visible(chart, lane):
            if span.state != state:
                continue
            start, lasts = (span.start - chart.start) / SECOND, (span.stop - span.start) / SECOND
            if state == "calling":  # a gap, so that two calls in a row are two
                lasts -= min(0.1 * lasts, 0.004 * whole)
            bars.append((start, lasts))
        if bars:
            axes.broken_barh(
                bars, (place - look.height / 2, look.height), facecolor=look.colour,
                hatch=look.hatch, edgecolor=INK if look.hatch else "none", linewidth=0,
            )  # fmt: skip
    for mark in lane.marks:
        shape, colour = SIGNS[mark.sign]
        moment = (mark.at - chart.start) / SECOND
        axes.plot(
            [moment], [place], shape, color=colour, markersize=6, markeredgecolor=INK,
            markeredgewidth=0.5, clip_on=False,
        )  # fmt: skip


def _visible(chart: Chart, lane: Lane) -> Iterator[Span]:
    """All spans but those of waiting or holding that are too short to be seen."""
    least = (chart.stop - chart.start) // 500
    for span in lane.spans:
        if span.state in ("calling", "refused") or span.stop - span.start > least:
            yield span


def _bare(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)


def _legend(charts: Sequence[Chart]) -> Iterator[Artist]:
    """States and signs that are there."""
    lanes = [(chart, lane) for chart in charts for lane in _drawn(chart)]
    states = {span.state for chart, lane in lanes for span in _visible(chart, lane)}
    signs = {mark.sign for _, lane in lanes for mark in lane.marks}
    word = charts[-1].word
    for state, look in STATES.items():
        if state in states:
            yield Patch(
                facecolor=look.colour, hatch=look.hatch, edgecolor=INK if look.hatch else "none",
                linewidth=0, label=word(state),
            )  # fmt: skip
    for sign, (shape, colour) in SIGNS.items():
        if sign in signs:
            yield Line2D(
                [], [], linestyle="", marker=shape, color=colour, markeredgecolor=INK,
                markeredgewidth=0.5, label=word(sign),
            )  # fmt: skip
