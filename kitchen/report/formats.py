"""Verdicts and services for other programs: JSON and JUnit.

No wall times and no machine in them: the same attempt gives the same bytes everywhere.
"""

import json
from collections.abc import Sequence
from typing import Any

from kitchen.case import Case, Served
from kitchen.judge.diagnosis import tell
from kitchen.judge.verdict import Result, Verdict
from kitchen.report.pen import clean


def verdicts_json(verdicts: Sequence[Verdict]) -> str:
    """One object for one verdict, a list for several."""
    made = [_verdict(verdict) for verdict in verdicts]
    return json.dumps(made[0] if len(made) == 1 else made, indent=2, ensure_ascii=False)


def run_json(case: Case, served: Served) -> str:
    """The figures of one service, how it ended, and its ledger."""
    ledger, outcome = served.ledger, served.outcome
    return json.dumps(
        {
            "service": served.service.number,
            "conditions": served.service.title,
            "figures": {figure.label: figure.value(ledger) for figure in case.figures},
            "took": round(ledger.took, 6),
            "peak": ledger.peak,
            "outcome": outcome.end,
            "told": None if outcome.finished else clean(tell(outcome)),
            "errors": [
                {"call": call, "type": error.type, "text": clean(error.text)}
                for call, error in sorted(served.errors.items())
            ],
            "printed": clean(served.output.decode("utf-8", "backslashreplace")),
            "ledger": [
                {
                    "at": round(event.seconds, 9),
                    "event": event.kind,
                    "round": event.round,
                    "number": event.number,
                    "item": event.item,
                    "note": event.note,
                }
                for event in ledger
            ],
        },
        indent=2,
        ensure_ascii=False,
    )


def verdicts_junit(verdicts: Sequence[Verdict]) -> str:
    """A JUnit report: a suite per attempt, a test per check."""
    from xml.etree import ElementTree as tree

    suites = tree.Element("testsuites")
    for verdict in verdicts:
        suite = tree.SubElement(suites, "testsuite", name=verdict.stem)
        suite.set("tests", str(len(verdict.results) or 1))
        suite.set("failures", str(sum(not result.passed for result in verdict.results)))
        suite.set("errors", "1" if verdict.fault else "0")
        for result in verdict.results:
            test = tree.SubElement(suite, "testcase", classname=verdict.stem, name=result.title)
            if not result.passed:
                failure = tree.SubElement(test, "failure", message=clean(result.figure))
                failure.text = _told(result)
        if verdict.fault is not None:
            test = tree.SubElement(suite, "testcase", classname=verdict.stem, name="can be run")
            error = tree.SubElement(test, "error", message=clean(verdict.fault.text))
            error.text = f"line {verdict.fault.line}" if verdict.fault.line else ""
    tree.indent(suites)
    return tree.tostring(suites, encoding="unicode", xml_declaration=True)


def _told(result: Result) -> str:
    told = result.diagnosis
    parts = [] if told is None else [clean(told.text)]
    if told is not None and told.line:
        parts.append(f"line {told.line}: {clean(told.source)}")
    if result.replay:
        parts.append(f"replay: {result.replay}")
    return "\n".join(parts)


def _verdict(verdict: Verdict) -> dict[str, Any]:
    fault = verdict.fault
    return {
        "case": verdict.number,
        "stem": verdict.stem,
        "file": verdict.file,
        "passed": verdict.passed,
        "services": verdict.services,
        "fault": None
        if fault is None
        else {"text": clean(fault.text), "line": fault.line, "source": clean(fault.source)},
        "checks": [_result(result) for result in verdict.results],
        "remarks": [
            {"name": remark.name, "text": clean(remark.text), "line": remark.line}
            for remark in verdict.remarks
        ],
    }


def _result(result: Result) -> dict[str, Any]:
    told = result.diagnosis
    return {
        "title": result.title,
        "passed": result.passed,
        "figure": result.figure,
        "services": result.tried,
        "service": result.service or None,
        "diagnosis": None
        if told is None
        else {
            "name": told.name,
            "text": clean(told.text),
            "line": told.line,
            "source": clean(told.source),
        },
        "picture": list(result.picture),
        "replay": result.replay or None,
    }
