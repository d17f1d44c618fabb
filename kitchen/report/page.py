"""Verdicts and runs as HTML, for notebooks: no scripts, and to be read on light and dark ground.

Everything that a stranger's code said is escaped.
"""

from collections.abc import Iterator
from html import escape

from kitchen.judge.verdict import Diagnosis, Result, Verdict
from kitchen.report.pen import clean

_GOOD, _BAD = "#2f9e44", "#e8590c"
"""As far from white as from black."""

_FIXED = "font-family:monospace;white-space:pre-wrap"


def verdict_page(verdict: Verdict) -> str:
    """PASS and FAIL lines; each failure with its diagnosis, as on the terminal."""
    if verdict.fault is not None:
        at = f", line {verdict.fault.line}" if verdict.fault.line else ""
        told = f"{verdict.file}{at}: {verdict.fault.text}"
        return _block(f"{_paragraph(told)}{_code(verdict.fault.source)}")
    told_before: set[tuple[str, str]] = set()
    lines = [_result(result, verdict.file, told_before) for result in verdict.results]
    lines += [
        _line("NOTE", f"{remark.text}{f' (line {remark.line})' if remark.line else ''}", "inherit")
        for remark in verdict.remarks
    ]
    printed = "" if verdict.shown is None else verdict.shown.output.decode("utf-8", "replace")
    if printed.strip():
        lines.append(f"<details><summary>what it printed</summary>{_code(printed)}</details>")
    return _block("".join(lines))


def _result(result: Result, file: str, told_before: set[tuple[str, str]]) -> str:
    figure = f" ({result.figure})" if result.figure else ""
    word, colour = ("PASS", _GOOD) if result.passed else ("FAIL", _BAD)
    line = _line(word, f"{result.title}{figure}", colour)
    if result.diagnosis is None:
        return line
    inner = "".join(_diagnosis(result.diagnosis, file, told_before))
    inner += _code("\n".join(result.picture)) if result.picture else ""
    if result.replay:
        inner += f'<div style="opacity:.7">{escape(result.conditions)}</div>'
    aside = f"border-left:3px solid {_BAD};margin:0 0 .6em 3.2em;padding-left:.8em"
    return f'{line}<div style="{aside}">{inner}</div>'


def _diagnosis(told: Diagnosis, file: str, before: set[tuple[str, str]]) -> Iterator[str]:
    key = (told.name, told.name or told.text)
    if key in before:
        yield _paragraph("the same as above")
        return
    before.add(key)
    yield _paragraph(told.text)
    if told.line:
        yield _code(f"{file}, line {told.line}:\n    {told.source}")


def plain_page(text: str) -> str:
    """Lines as they are."""
    return _block(_code(text))


def figure_page(svg: str, below: str) -> str:
    """A picture, with lines beneath it."""
    return f'<div style="max-width:60em">{svg}{_code(below)}</div>'


def _line(word: str, text: str, colour: str) -> str:
    return (
        f'<div><b style="display:inline-block;width:3.2em;color:{colour}">{word}</b>'
        f"{escape(clean(text))}</div>"
    )


def _paragraph(text: str) -> str:
    return f"<div>{escape(clean(text))}</div>"


def _code(text: str) -> str:
    if not text.strip():
        return ""
    lines = "\n".join(clean(line) for line in text.split("\n"))
    return f'<div style="{_FIXED}">{escape(lines)}</div>'


def _block(inner: str) -> str:
    return f'<div style="line-height:1.5;max-width:60em">{inner}</div>'
