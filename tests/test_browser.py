"""A walkthrough in a real JupyterLab, in a real browser: what is shown is seen, light and dark."""

import json
from pathlib import Path
from typing import Any

import pytest

from kitchen import shipped
from kitchen.catalog import Listed
from kitchen.notebook import builder
from tests.browser import CHROMIUM, browser, jupyterlab

THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}

MORE = (
    "from kitchen import run\nfrom kitchen.notebook import play\nrun(7).ledger",
    "%kitchen sweep 7 --over limit=1..8 --file solution.py",
    "%kitchen hint 7",
    "%kitchen run 99",
    "play(7, 'limit=1..4', file='solution.py')",
)

OUTPUTS = "[...document.querySelectorAll('.jp-OutputArea-output')]"

IDLE = (
    "(() => { const cells = [...document.querySelectorAll('.jp-CodeCell .jp-InputArea-prompt')];"
    " return cells.every(cell => /^\\[\\d+\\]:$/.test(cell.innerText.trim())) })()"
)
"""Whether every cell has been run: there is a number before it."""

CONTRAST = """(() => {
  const light = colour => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(c => c / 255)
      .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = element => {
    for (; element; element = element.parentElement) {
      const colour = getComputedStyle(element).backgroundColor;
      if (!/^rgba\\(.*, 0\\)$/.test(colour)) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  return [...document.querySelectorAll('.jp-OutputArea-output *')]
    .filter(element => [...element.childNodes].some(node => node.nodeType == 3 && node.data.trim()))
    .filter(element => element.offsetParent)
    .map(element => {
      const [a, b] = [light(getComputedStyle(element).color), light(ground(element))];
      return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), element.innerText.slice(0, 60)];
    })
    .filter(([contrast]) => contrast < 3.5);
})()"""
"""Texts of outputs that can hardly be told from their ground, with their contrast."""

TOO_WIDE = (
    f"{OUTPUTS}.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.innerText)"
)


def workspace(folder: Path, listed: Listed) -> Path:
    """A learner's folder with the walkthrough of case 7, of which no cell has been run."""
    made = folder / "workspace"
    (made / "lab" / "cases").mkdir(parents=True)
    (made / "lab" / "cases" / f"{listed.stem}.py").write_bytes(shipped.original(listed))
    (made / "solution.py").write_text(shipped.solution(listed))
    shown = "delivered:   5\nturned away: 45\ntook 0.06 s"
    pieces = list(builder.pieces(listed, lambda command: shown if command == "run 7" else ""))
    pieces += [builder.Piece("code", text) for text in MORE]
    (made / "notebooks").mkdir()
    path = builder.path_of(listed, made)
    path.write_text(builder.text_of(builder.notebook(listed, pieces)))
    return made


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium isn't installed (apt-get install chromium)")
def test_a_walkthrough_in_jupyterlab(tmp_path: Path, listed: Listed) -> None:
    made = workspace(tmp_path, listed)
    with jupyterlab(tmp_path, made) as address, browser(tmp_path) as page:
        page.tell("Page.navigate", url=f"{address}lab/tree/notebooks/{listed.stem}.ipynb")
        page.until("window.jupyterapp && document.querySelectorAll('.jp-CodeCell').length > 5")
        page.until(
            "[...jupyterapp.shell.widgets('main')]"
            ".some(one => one.sessionContext?.session?.kernel?.status == 'idle')"
        )
        page.ask("void jupyterapp.commands.execute('notebook:run-all-cells')")
        page.until(IDLE)
        seen: list[str] = page.ask(f"{OUTPUTS}.map(output => output.innerText)")
        _look(seen)
        page.until(
            "(drawn => drawn.length >= 3 && drawn.every(one => one.naturalWidth > 300))"
            "([...document.querySelectorAll('.jp-OutputArea-output img')]"
            ".filter(one => one.src.startsWith('data:image/svg+xml')))"
        )
        page.until("document.querySelectorAll('.jp-OutputArea-output .noUi-handle').length")
        for name, theme in THEMES.items():
            change = {"theme": theme}
            page.ask(
                f"void jupyterapp.commands.execute('apputils:change-theme', {json.dumps(change)})"
            )
            page.until(f"document.body.dataset.jpThemeLight == '{str(name == 'light').lower()}'")
            page.until(f"{CONTRAST}.length == 0")  # the theme's own colours come a little later
            _shots(page, tmp_path, name)
            assert page.ask(TOO_WIDE) == []
    progress = json.loads((made / ".kitchen" / "progress.json").read_text())
    assert progress["cases"][listed.stem]["checks"] == 1


def _look(seen: list[str]) -> None:
    """What the outputs say."""
    verdict = next(text for text in seen if "FAIL" in text)
    assert "all 50 crates are delivered, none turned away (5 delivered, 45 turned away)" in verdict
    assert "replay: %%kitchen run 7 --service 1" in verdict
    told = "\n".join(seen)
    for words in (
        "turned away: 45",  # the run
        "at once: peak 50",  # beneath its timeline
        "stops improving",  # in the sweep's table
        "hint 1 of 3",
        "there is no case called '99'",
    ):
        assert words in told
    ledger = next(text for text in seen if "asked" in text and "refused" in text)
    assert "more ..." in ledger
    assert "Traceback" not in told


def _shots(page: Any, folder: Path, name: str) -> None:
    """Pictures of the outputs, one by one, for whoever wants to see."""
    for number in range(page.ask(f"{OUTPUTS}.length")):
        page.ask(f"{OUTPUTS}[{number}].scrollIntoView({{block: 'center'}})")
        page.shot(folder / f"{name}{number:02}.png")
