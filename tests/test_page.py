"""What notebooks show: hostile text stays text, nothing runs, and colours read on any ground."""

import base64
import re
from html.parser import HTMLParser

import pytest

from kitchen.catalog import Listed
from kitchen.judge.verdict import Diagnosis, Result, Said, Verdict
from kitchen.report import account, page
from kitchen.report.images import INK
from kitchen.world.ledger import Event, Ledger
from kitchen.world.outcome import Outcome
from tests.conftest import Run

HOSTILE = "</div><script>alert(1)</script><img src=x onerror=alert(2)>\x1b[31m\u202e&"


class Seen(HTMLParser):
    """The tags, the attributes and the text of a page, and whether each tag is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.open: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "img":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def harmless(html: str) -> Seen:
    seen = Seen(html)
    allowed = {"div", "b", "code", "details", "summary", "img", "table", "tr", "th", "td"}
    assert seen.tags <= allowed
    assert seen.attributes <= {"style", "src", "alt", "colspan"}
    assert not re.search("[\x1b\u202e]", html)
    return seen


def verdict(**changes: object) -> Verdict:
    told = Diagnosis("", HOSTILE, 3, HOSTILE)
    failed = Result(
        "a title", False, HOSTILE, 1, 1, HOSTILE, told, HOSTILE, (HOSTILE, "second line")
    )
    passed = Result("another", True, "peak 5", 1)
    made = Verdict(7, "case07_semaphore", HOSTILE, 9, (failed, failed, passed))
    return made._replace(**changes)  # type: ignore[arg-type]


def test_a_strangers_text_stays_text(run: Run) -> None:
    printed = run("print('<script>alert(3)</script>')\nasync def restock(supplier, crates): ...")
    seen = harmless(
        page.verdict_page(verdict(remarks=(Said("", HOSTILE, 4),), unserved=2, shown=printed))
    )
    for words in (
        "a title",
        "<script>alert(1)</script>",
        "<script>alert(3)</script>",
        "the same as above",
        "second line",
        "(line 4)",
        "2 more checks are about services beyond the first 9.",
        "what it printed",
    ):
        assert words in seen.text
    fault = Outcome("fault", HOSTILE, 3, source=HOSTILE)
    seen = harmless(page.verdict_page(verdict(fault=fault, results=())))
    assert ", line 3: " in seen.text
    harmless(page.plain_page(HOSTILE))
    events = [Event(0, "mark", 0, 1, HOSTILE, HOSTILE * 100)]
    assert "alert(1)" in harmless(page.table_page(account.account(Ledger(events)))).text


def test_a_picture_is_an_image_of_its_own() -> None:
    html = page.figure_page(b"<svg>" + HOSTILE.encode() + b"</svg>", HOSTILE, above="a", below="b")
    assert harmless(html).text == "ab"
    (picture,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
    assert base64.b64decode(picture).startswith(b"<svg>")
    assert "max-width:100%" in html


def light(colour: str) -> float:
    """The relative luminance of a colour."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("ground", ["#ffffff", "#111111"])
def test_colours_read_on_light_and_on_dark(ground: str, listed: Listed) -> None:
    used = set(re.findall("#[0-9a-f]{6}", page.verdict_page(verdict(unserved=1))))
    assert used == {page.GOOD, page.BAD, INK}, "the words are as the page's theme has them"
    for colour in used:
        dark, bright = sorted((light(colour), light(ground)))
        assert (bright + 0.05) / (dark + 0.05) > 4.2


# --- ledgers ------------------------------------------------------------------------------------


def ledger(count: int, rounds: int = 1) -> Ledger:
    return Ledger([Event(n * 1000, "asked", n % rounds, n, f"crate {n}") for n in range(count)])


def test_a_long_ledger_is_shortened() -> None:
    most = account.FIRST + account.LAST
    assert account.account(ledger(most)).gap == ""
    told = account.account(ledger(most + 7))
    assert told.gap == "... 7 more ..."
    assert [row[3] for row in told.rows[account.FIRST - 1 : account.FIRST + 1]] == [
        f"crate {account.FIRST - 1}",
        f"crate {account.FIRST + 7}",
    ]
    html = page.table_page(told)
    assert html.count("<tr>") == 1 + most + 1
    assert "... 7 more ..." in html


def test_rounds_are_told_where_there_are_several() -> None:
    assert "round" not in account.account(ledger(3)).heads
    told = account.account(ledger(3, rounds=2))
    assert told.heads[-1] == "round"
    assert [row[-1] for row in told.rows] == ["1", "2", "1"]


def test_an_empty_ledger_is_a_head() -> None:
    assert account.account(Ledger()).rows == []
    assert page.table_page(account.account(Ledger())).count("<tr>") == 1
