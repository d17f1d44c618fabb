"""Figures of a chart: how many at once, how much of what was possible, and who waited how long."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from kitchen.lanes import Chart, Span
from kitchen.world.wire import SECOND


class Waits(NamedTuple):
    """How long those of one priority waited, each time before they were served. Seconds."""

    priority: int
    times: int
    mean: float
    worst: float


class Measures(NamedTuple):
    """The figures of one service. Times in seconds."""

    peak: int
    """The most at once, those included who were turned away."""
    peak_at: float
    mean: float
    """How many at once on average, from the first call to the end of the last."""
    limit: int
    refused: int
    """Calls that were turned away."""
    work: float
    """The length of all calls that were let in, together."""
    took: float | None
    """From the beginning to the end of the last call; None: something never ended."""
    ideal: float | None
    """What the work takes at least: `limit` at a time all along, and the longest call. None: there
    is no end, or no work."""
    used: float | None
    """The share of `limit` times `took` that was work. None, where there is no `ideal`."""
    waits: tuple[Waits, ...]
    """By priority, the most urgent first; none where nobody has one."""


def measure(chart: Chart) -> Measures:
    """The figures of a chart."""
    peak, at = chart.peak
    calls = [
        span for lane in chart.lanes for span in lane.spans if span.state in ("calling", "refused")
    ]
    lasts = [span.stop - span.start for span in calls if span.state == "calling"]
    first = min((span.start for span in calls), default=chart.start)
    last = max((span.stop for span in calls), default=chart.start)
    stood = sum(n * (stop - start) for start, stop, n in chart.crowd_spans() if start < last)
    took = None if _endless(chart) else (last - chart.start) / SECOND
    work = sum(lasts) / SECOND
    ideal = used = None
    if took and lasts:
        ideal = max(work / chart.limit, max(lasts) / SECOND)
        used = work / (chart.limit * took)
    return Measures(
        peak,
        (at - chart.start) / SECOND,
        stood / (last - first) if last > first else 0.0,
        chart.limit,
        sum(span.state == "refused" for span in calls),
        work,
        took,
        ideal,
        used,
        tuple(_waits(chart)),
    )


def told(figures: Measures) -> list[str]:
    """What happened, in a sentence for each figure; of waits, one with a part for each priority."""
    at_once = f"at once: peak {figures.peak}, mean {figures.mean:.1f}"
    if figures.refused:
        at_once += f"; {figures.refused} turned away"
    if figures.used is not None:
        at_once += f"; use of capacity {figures.used:.0%}"
    sentences = [at_once]
    if figures.took is not None and figures.ideal is not None:
        work = f"{figures.work:.2f} s of work, {figures.limit} at once"
        sentences.append(f"took {figures.took:.2f} s, ideal {figures.ideal:.2f} s: {work}")
    if figures.took is None:
        sentences.append("no end: not all was over when nothing more happened")
    if figures.waits:
        each = (f"p{waits.priority}:{waits.mean:.2f}/{waits.worst:.2f}" for waits in figures.waits)
        sentences.append(f"mean/worst wait in s: {', '.join(each)}")
    return sentences


def _endless(chart: Chart) -> bool:
    """Whether something never came to its end."""
    return any(mark.sign == "not over" for lane in chart.lanes for mark in lane.marks)


def _waits(chart: Chart) -> Iterator[Waits]:
    waited: defaultdict[int, list[int]] = defaultdict(list)
    for lane in chart.lanes:
        if lane.priority is not None:
            waited[lane.priority] += _before_each_call(lane.spans)
    for priority, times in sorted(waited.items()):
        yield Waits(priority, len(times), sum(times) / len(times) / SECOND, max(times) / SECOND)


def _before_each_call(spans: tuple[Span, ...]) -> list[int]:
    """How long was waited before each call; 0 for one that went in at once. A wait that no call
    ended counts too."""
    times, waited, waits = [], 0, False
    for span in spans:
        if span.state == "calling":
            times.append(waited)
            waited, waits = 0, False
        elif span.state == "waiting":
            waited, waits = waited + span.stop - span.start, True
    return [*times, waited] if waits or not times else times
