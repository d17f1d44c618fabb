"""Verdicts, ledgers and pictures as HTML, for notebooks: no scripts, and to be read on light and on
dark ground.

Everything that a stranger's code said is escaped. A picture stands in an `img` of its own: pages
that don't trust a notebook show it all the same, and its names and styles stay within it.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape

from kitchen.judge.verdict import Diagnosis, Result, Verdict
from kitchen.report.account import Account
from kitchen.report.images import INK
from kitchen.report.pen import clean
from kitchen.report.text import fault, printed_lines, unserved

GOOD, BAD = "#2b8a3e", "#d9480f"
"""As far from white as from black."""

_WIDTH = "max-width:64em"
_FIXED = "font-family:monospace;white-space:pre;overflow-x:auto;line-height:1.3"


def verdict_page(verdict: Verdict) -> str:
    """PASS and FAIL lines; each failure with its diagnosis, as on the terminal."""
    if verdict.fault is not None:
        told = fault(verdict.fault, verdict.file)
        return _block(f"{_paragraph(told)}{_code(verdict.fault.source)}")
    told_before: set[tuple[str, str]] = set()
    lines = [_result(result, verdict.file, told_before) for result in verdict.results]
    if verdict.unserved:
        lines.append(_line("NOTE", unserved(verdict), INK))
    for remark in verdict.remarks:
        at = f" (line {remark.line})" if remark.line else ""
        lines.append(_line("NOTE", f"{remark.text}{at}", INK))
    printed = [] if verdict.shown is None else printed_lines(verdict.shown)
    if printed:
        inner = _code("\n".join(printed))
        lines.append(f"<details><summary>what it printed</summary>{inner}</details>")
    return _block("".join(lines))


def _result(result: Result, file: str, told_before: set[tuple[str, str]]) -> str:
    figure = f" ({result.figure})" if result.figure else ""
    word, colour = ("PASS", GOOD) if result.passed else ("FAIL", BAD)
    line = _line(word, f"{result.title}{figure}", colour)
    if result.diagnosis is None:
        return line
    inner = "".join(_diagnosis(result.diagnosis, file, told_before))
    inner += _code("\n".join(result.picture))
    if result.replay:
        inner += f"<div>replay: <code>{escape(clean(result.replay))}</code></div>"
        inner += f'<div style="color:{INK}">({escape(clean(result.conditions))})</div>'
    aside = f"border-left:3px solid {BAD};margin:0 0 .6em 3.2em;padding-left:.8em"
    return f'{line}<div style="{aside}">{inner}</div>'


def _diagnosis(told: Diagnosis, file: str, before: set[tuple[str, str]]) -> Iterator[str]:
    if told.topic in before:
        yield _paragraph("the same as above")
        return
    before.add(told.topic)
    yield _paragraph(told.text)
    if told.line:
        yield _code(f"{file}, line {told.line}:\n    {told.source}")


def plain_page(text: str) -> str:
    """Lines as they are."""
    return _block(_code(text))


def figure_page(svg: bytes, title: str, *, above: str = "", below: str = "") -> str:
    """A picture, with a paragraph above it and lines beneath."""
    source = f"data:image/svg+xml;base64,{b64encode(svg).decode()}"
    image = f'<img src="{source}" alt="{escape(clean(title))}" style="max-width:100%;height:auto">'
    return _block(f"{_paragraph(above) if above else ''}{image}{_code(below)}")


def table_page(told: Account) -> str:
    """A ledger."""
    before, after = told.parted
    rows = [_row("th", told.heads), *(_row("td", row) for row in before)]
    if told.gap:
        rows.append(f'<tr><td colspan="{len(told.heads)}">{told.gap}</td></tr>')
    rows += [_row("td", row) for row in after]
    return f'<table style="font-family:monospace">{"".join(rows)}</table>'


def _row(tag: str, cells: Sequence[str]) -> str:
    inner = "".join(f'<{tag} style="text-align:left">{escape(cell)}</{tag}>' for cell in cells)
    return f"<tr>{inner}</tr>"


def _line(word: str, text: str, colour: str) -> str:
    hanging = "padding-left:3.2em;text-indent:-3.2em"
    sign = f'<b style="display:inline-block;width:3.2em;text-indent:0;color:{colour}">{word}</b>'
    return f'<div style="{hanging}">{sign}{escape(clean(text))}</div>'


def _paragraph(text: str) -> str:
    return f"<div>{escape(clean(text))}</div>"


def _code(text: str) -> str:
    if not text.strip():
        return ""
    lines = "\n".join(clean(line) for line in text.split("\n"))
    return f'<div style="{_FIXED}">{escape(lines)}</div>'


def _block(inner: str) -> str:
    return f'<div style="line-height:1.5;{_WIDTH}">{inner}</div>'
