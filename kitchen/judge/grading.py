"""Grades one attempt: serves the case's services, puts the checks to their ledgers."""

import math
import re
from collections.abc import Container, Iterable, Iterator, Sequence

from kitchen.case import NOTHING_FOUND, Case, Check, Clues, Finding, Served, Service
from kitchen.catalog import Listed
from kitchen.judge.diagnosis import crash, diagnose, remarks, short
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.judge.shrinking import shrink
from kitchen.judge.verdict import Diagnosis, Result, Verdict
from kitchen.parts import Parts, ranges
from kitchen.trace import Trace
from kitchen.world.outcome import Outcome

SLOW_ENDS = ("kept",)
"""Hangs that cost seconds of real time: two of them in any services, and the rest is not run."""

HANGS = 2

MOST_REPLAYS = 4
"""Smaller services that are replayed in search of one that shows the same mistake."""


class Serving:
    """The services of one check, as far as they have been served.

    After two that hang, the others of their kind are not run. Which those are depends on the
    services' numbers alone, not on the order in which they came back.
    """

    def __init__(self) -> None:
        self.services: list[Service] = []
        self.served: dict[int, Served] = {}
        self._hung: dict[str, list[int]] = {}

    def made(self, services: Iterable[Service]) -> Iterator[Service]:
        """The services, each of them noted when it is taken."""
        for service in services:
            self.services.append(service)
            yield service

    def add(self, served: Served) -> None:
        """One more has come back."""
        number, outcome = served.service.number, served.outcome
        self.served[number] = served
        if outcome.end in SLOW_ENDS:
            self._hung.setdefault("", []).append(number)
        elif outcome.hung:
            self._hung.setdefault(served.service.kind, []).append(number)

    def hung_before(self, service: Service) -> int | None:
        """The service like whose the hang of this one would be, if it is not to be run."""
        for kind in ("", service.kind):
            hung = sorted(self._hung.get(kind, []))
            if len(hung) >= HANGS and service.number > hung[HANGS - 1]:
                return hung[0]
        return None

    def get(self, service: Service) -> Served | None:
        """How this one went, or None if it is not run."""
        if self.hung_before(service) is not None:
            return None
        return self.served.get(service.number)


def grade(
    listed: Listed,
    case: Case,
    attempt: AttemptSource,
    engine: Engine,
    *,
    services: int | None = None,
    replay: str = "",
    whole: bool = True,
    leave_out: Container[int] = (),
) -> Verdict:
    """The verdict on one attempt. `replay` is what a replay line adds to the command.

    If it is not to be `whole`, it goes as far as the first check that fails, and its diagnosis:
    services that can't change these are not served, and no failing one is made smaller. Services
    whose numbers are to be left out are not served at all.
    """
    count = case.services if services is None else services
    engine.take(attempt, points=case.threads)
    serving = Serving()
    judge = _Judge(listed, case, attempt, engine, serving, replay, whole)
    # While stoves are at work services are made, and looked at when they have come back.
    numbers = (number for number in range(1, count + 1) if number not in leave_out)
    made = serving.made(case.service(number) for number in numbers)

    def skip(service: Service) -> bool:
        return serving.hung_before(service) is not None or not (whole or judge.needs(service))

    for served in engine.serve(made, skip=skip):
        serving.add(served)
        if served.outcome.file_at_fault:
            return _ungraded(listed, attempt, served.outcome)
        judge.look(served)
    results: list[Result | None] = []
    for place, check in enumerate(case.checks):
        result = judge.result(place, check)
        results.append(result)
        if result is not None and not (whole or result.passed):
            break
    verdict = Verdict(
        listed.number,
        listed.stem,
        attempt.path,
        count,
        tuple(result for result in results if result is not None),
        unserved=results.count(None),
        shown=judge.shown,
        even=serving.served.get(1),
    )
    if not verdict.passed:
        return verdict
    said = remarks(case, list(serving.served.values()), judge.replay, judge.text)
    return verdict._replace(remarks=said)


def _ungraded(listed: Listed, attempt: AttemptSource, outcome: Outcome) -> Verdict:
    return Verdict(listed.number, listed.stem, attempt.path, 0, (), fault=outcome)


class _Judge:
    """Puts each check to its services, and has the failing ones replayed and explained."""

    def __init__(
        self,
        listed: Listed,
        case: Case,
        attempt: AttemptSource,
        engine: Engine,
        serving: Serving,
        replay: str,
        whole: bool,
    ) -> None:
        self._whole = whole
        self._listed = listed
        self._case = case
        self._engine = engine
        self._serving = serving
        self._replay = replay
        self._traced: dict[tuple[int, Parts], Served] = {}
        self._told: set[str] = set()
        self._findings: dict[tuple[int, int], Finding] = {}  # by the check's place and the service
        self._failing: dict[int, int] = {}  # a check's place: the first service seen to fail it
        self.text = attempt.text
        self.shown: Served | None = None

    def look(self, served: Served) -> None:
        """Put to a service that has come back the checks that none before it is known to fail."""
        service = served.service
        for place, check in enumerate(self._case.checks):
            if service.number > self._failing.get(place, service.number):
                continue
            if service.kind in check.witnesses and not served.outcome.finished:
                continue
            if service.kind in check.kinds | check.witnesses:
                finding = self._findings[place, service.number] = _find(check, served)
                if not finding.passed:
                    self._failing[place] = service.number

    def needs(self, service: Service) -> bool:
        """Whether a service can still tell which check is the first to fail, or where it does."""
        checks = self._case.checks
        first = min(self._failing, default=len(checks))
        before = any(service.kind in check.kinds | check.witnesses for check in checks[:first])
        return before or service.number < self._failing.get(first, math.inf)

    def _finding(self, place: int, check: Check, served: Served) -> Finding:
        found = self._findings.get((place, served.service.number))
        return _find(check, served) if found is None else found

    def result(self, place: int, check: Check) -> Result | None:
        """One check over all its services; None if none of those served concerns it."""
        concerned = check.kinds | check.witnesses
        services = [s for s in self._serving.services if s.kind in concerned]
        if not services:
            return None
        first: Finding | None = None
        for service in services:
            served = self._serving.get(service)
            if service.kind in check.witnesses and (served is None or not served.outcome.finished):
                continue
            if served is None:
                return self._not_run(place, check, service, len(services))
            finding = self._finding(place, check, served)
            if not finding.passed:
                return self._failed(place, check, served, finding, len(services))
            first = first or finding
        if first is None:
            return None
        tried = sum(service.tried for service in services if service.kind in check.counted)
        figure = f"{tried} {check.count_of}" if tried else first.figure
        return Result(check.title(services[0]), True, figure, len(services))

    def replay(self, number: int) -> Served:
        """Service `number` with tracing, whether it was among those served or not."""
        return self.traced(self._case.service(number))

    def traced(self, service: Service) -> Served:
        """The service once more, with tracing."""
        key = service.number, service.kept
        if key not in self._traced:
            (self._traced[key],) = self._engine.serve([service], trace=True)
        return self._traced[key]

    def _failed(
        self, place: int, check: Check, served: Served, finding: Finding, tried: int
    ) -> Result:
        told = self._diagnose(place, served, finding)
        # What has been told once isn't told again, so it needs no smaller service either.
        new = not told.name or told.name not in self._told
        self._told.add(told.name)
        for smaller in self._smaller(check, served, finding)[:MOST_REPLAYS] if new else ():
            again = _find(check, smaller)
            same = self._diagnose(place, smaller, again)
            if same.name == told.name:
                served, finding, told = smaller, again, same
                break
        if self.shown is None:
            self.shown = served
        service = served.service
        return Result(
            check.title(service),
            False,
            finding.figure,
            tried,
            service.number,
            service.title,
            told,
            self._again(service),
            self._picture(place, served, finding.round) if new else (),
        )

    def _picture(self, place: int, served: Served, round: int) -> tuple[str, ...]:
        """What happened, drawn; an order of turns is to be had from a replay only."""
        if self._case.picture is None:
            return ()
        if served.service.in_turns and served.outcome.conclusive:
            served = self.traced(served.service)
        trace = Trace.read(served.notes)
        return self._case.picture(Clues(served, trace, self.text, place, round=round))

    def _smaller(self, check: Check, served: Served, finding: Finding) -> list[Served]:
        """The same failure in smaller services, the smallest first.

        The first service is left as it is: it is what `run` shows. So is one that was broken off,
        or in which the attempt's own error says what is wrong.
        """
        service, how = served.service, self._case.smaller if self._whole else None
        # On a stage an error is one event among others.
        by_error = service.stage == "call" and crash(served) is not None
        plain = served.outcome.conclusive and not by_error
        if how is None or not plain or service.number == self._serving.services[0].number:
            return []
        found: dict[Parts, Served] = {}

        def fails(trials: Sequence[Parts]) -> list[bool]:
            services = [self._case.part_of(service, parts) for parts in trials]
            found.update({one.service.kept: one for one in self._engine.serve(services)})
            return [_alike(check, found[parts], served, finding) for parts in trials]

        everything = tuple(range(1, how.count(service) + 1))
        return [found[parts] for parts in shrink(everything, fails)]

    def _diagnose(self, place: int, served: Served, finding: Finding) -> Diagnosis:
        # A service that was broken off, or raised an error of the attempt's own, says by itself
        # what is wrong; nothing would be learned from a replay. Among threads, and among branches,
        # an error may come of their order.
        in_turns = self._case.threads or served.service.office
        own = crash(served, self._case.guests_own) is not None and not in_turns
        if served.outcome.conclusive and not own:
            served = self.traced(served.service)
        even = self._serving.served.get(self._serving.services[0].number)
        return diagnose(self._case, served, self.text, place, finding, even)

    def _not_run(self, place: int, check: Check, service: Service, tried: int) -> Result:
        number = self._serving.hung_before(service)
        assert number is not None
        like = self._serving.served[number]
        return Result(
            check.title(service),
            False,
            f"not run: hung as in service {number}",
            tried,
            number,
            like.service.title,
            self._diagnose(place, like, NOTHING_FOUND),
            self._again(like.service),
        )

    def _again(self, service: Service) -> str:
        """The command that repeats a service."""
        only = f" --only {ranges(service.kept)}" if service.kept else ""
        command = f"python -m kitchen run {self._listed.number} --service {service.number}"
        return f"{command}{only}{self._replay}"


def _find(check: Check, served: Served) -> Finding:
    """A check's finding for one service; no verdict is a fail that says why."""
    if not served.outcome.finished:
        return Finding(False, f"no verdict: {short(served.outcome)}")
    return check.look(served)


def _alike(check: Check, smaller: Served, served: Served, finding: Finding) -> bool:
    """Whether a smaller service fails a check in the same way, numbers aside."""
    if smaller.outcome.end != served.outcome.end:
        return False
    again = _find(check, smaller)
    return not again.passed and _NUMBER.sub("", again.seen) == _NUMBER.sub("", finding.seen)


_NUMBER = re.compile(r"[\d.]+")
