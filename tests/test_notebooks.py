"""Every walkthrough is what is built from its chapter, and shows what comes of running it.

Each is run once, in a process with a limit: first as shipped, then with the solution in the cell
that is to be mended. One test a notebook, so that they are spread over the cores.
"""

import base64
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from kitchen.catalog import Listed, listed
from kitchen.notebook import builder
from tests.conftest import ROOT

LIMIT = 180
"""Seconds for one notebook on a loaded machine. It takes a tenth."""

PICTURE = re.compile(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)")


OLDER = {"%%kitchen check 15"} if sys.version_info < (3, 12) else set[str]()
"""Cells that show something else here: before Python 3.12 `wait_for` had faults of its own, so the
file of case 15 fails one check more."""


def rebuilt(case: Listed, folder: Path) -> dict[str, Any]:
    """The notebook built and run anew, and what its further cells said."""
    into = folder / "built.json"
    command = [sys.executable, "-m", "tests.rebuild", str(case.number), str(into)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    ) as running:  # fmt: skip
        try:
            _, err = running.communicate(timeout=LIMIT)
        except BaseException:
            os.killpg(running.pid, signal.SIGKILL)  # its kernel ends when it is alone
            raise
    assert running.returncode == 0, err
    answer: dict[str, Any] = json.loads(into.read_text())
    return answer


def comparable(notebook: str) -> list[Any]:
    """What must be the same everywhere. Where in a picture its letters stand, matplotlib decides,
    and each version of it otherwise."""
    return [
        (
            cell["id"],
            cell["cell_type"],
            "".join(cell["source"]),
            cell.get("execution_count"),
            []
            if "".join(cell["source"]).partition("\n")[0] in OLDER
            else [PICTURE.sub(letters, json.dumps(output)) for output in cell.get("outputs", [])],
        )
        for cell in json.loads(notebook)["cells"]
    ]


def letters(picture: re.Match[str]) -> str:
    """What is written in a picture, in any order."""
    between_tags = re.findall(r">([^<]+)<", base64.b64decode(picture[1]).decode())
    return " | ".join(sorted(unescape(text) for text in between_tags if text.strip()))


def outputs(notebook: str) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    for cell in json.loads(notebook)["cells"]:
        yield cell, cell.get("outputs", [])


def plain(given: list[dict[str, Any]]) -> str:
    """The text of a cell's outputs."""
    return "".join("".join(output.get("text") or output["data"]["text/plain"]) for output in given)


@pytest.mark.parametrize("case", listed(), ids=lambda case: f"case{case.number}")
def test_a_walkthrough_is_what_is_built(case: Listed, tmp_path: Path) -> None:
    made = rebuilt(case, tmp_path)
    stored = builder.path_of(case, ROOT)

    checked = []
    for (cell, given), prints in zip(outputs(made["notebook"]), made["prints"], strict=True):
        source = "".join(cell["source"])
        kinds = {output.get("name", output["output_type"]) for output in given}
        assert not kinds & {"error", "stderr"}, f"{source}\n\n{given}"
        if prints is not None:
            assert plain(given).strip("\n") == prints, f"the chapter says otherwise of:\n{source}"
        if source == builder.to_mend(case):
            checked.append(plain(given))
    assert len(checked) == 1 and "  FAIL  " in checked[0]
    assert made["named"].strip() == case.load().intended

    assert "  PASS  " in made["passed"]
    assert "FAIL" not in made["passed"]

    whole = made["notebook"] + "".join(
        base64.b64decode(picture).decode() for picture in PICTURE.findall(made["notebook"])
    )
    for path in {str(ROOT), str(Path.home()), tempfile.gettempdir() + "/", sys.prefix} - {"/"}:
        assert path not in whole, f"a path of this machine: {path}"

    assert stored.is_file(), "there is none: `python -m kitchen author notebooks`"
    before = comparable(stored.read_text(encoding="utf-8"))
    assert comparable(made["notebook"]) == before, "`python -m kitchen author notebooks`"


def test_no_notebook_is_left_of_a_case_that_is_gone() -> None:
    stems = {case.stem for case in listed()}
    assert {path.stem for path in (ROOT / "notebooks").glob("*.ipynb")} <= stems
