"""What comes out of grading one attempt."""

from typing import NamedTuple

from kitchen.case import Served
from kitchen.world.outcome import Outcome


class Diagnosis(NamedTuple):
    """What went wrong, in the learner's terms."""

    name: str
    """The mistake's name, or '' where only the numbers are told."""
    text: str
    line: int = 0
    """The line of the learner's file to look at, or 0."""
    source: str = ""

    @property
    def topic(self) -> tuple[str, str]:
        """What has been told once, for several checks: the mistake, or the very words."""
        return self.name, self.name or self.text


class Result(NamedTuple):
    """One check's result over all its services."""

    title: str
    passed: bool
    figure: str
    tried: int
    """Services that it was put to."""
    service: int = 0
    """The failing service that is shown, or 0."""
    conditions: str = ""
    diagnosis: Diagnosis | None = None
    replay: str = ""
    picture: tuple[str, ...] = ()
    """The service that is shown as people draw it, where its case can."""


class Said(NamedTuple):
    """A remark about an attempt that passes."""

    name: str
    text: str
    line: int = 0


class Verdict(NamedTuple):
    """The checks' results for one attempt."""

    number: int
    stem: str
    file: str
    services: int
    results: tuple[Result, ...]
    remarks: tuple[Said, ...] = ()
    fault: Outcome | None = None
    """Why the file could not be graded at all."""
    unserved: int = 0
    """Checks that no service was served for."""
    shown: Served | None = None
    """The failing service that is shown first."""
    even: Served | None = None
    """The first, even service as it went."""

    @property
    def passed(self) -> bool:
        return self.fault is None and all(result.passed for result in self.results)
