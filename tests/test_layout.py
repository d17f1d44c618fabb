"""The house is built as it is drawn: imports run one way, and a case has one name everywhere."""

import ast
from pathlib import Path

import pytest

from kitchen.catalog import listed
from tests.conftest import ROOT

ORDER = [
    ["kitchen.__main__"],
    ["kitchen.cli", "kitchen.notebook.magics"],
    ["kitchen.commands"],
    ["kitchen.notebook"],
    ["kitchen.session"],
    ["kitchen.author", "kitchen.mutation"],
    [
        "kitchen.arguments",
        "kitchen.debrief",
        "kitchen.keyboard",
        "kitchen.report",
        "kitchen.saves",
        "kitchen.scaffold",
    ],
    ["kitchen.crew"],
    ["kitchen.judge", "kitchen.mutants"],
    ["kitchen.progress"],
    ["kitchen.workspace", "kitchen.shipped", "kitchen.cases", "kitchen.plain"],
    ["kitchen.catalog", "kitchen.originals", "kitchen.over", "kitchen.signs"],
    ["kitchen.charting"],
    ["kitchen.holding", "kitchen.folding", "kitchen.measures"],
    [
        "kitchen.calls",
        "kitchen.encounters",
        "kitchen.gates",
        "kitchen.interleaving",
        "kitchen.lanes",
        "kitchen.leases",
        "kitchen.readings",
    ],
    ["kitchen.case"],
    ["kitchen.lines", "kitchen.trace", "kitchen.visits"],
    ["kitchen.parties"],
    ["kitchen.grace"],
    ["kitchen.world"],
    [
        "kitchen.errors",
        "kitchen.exits",
        "kitchen.goods",
        "kitchen.numbers",
        "kitchen.parts",
        "kitchen.priority_semaphore",
    ],
]
"""From the top of the house to its ground: a room knows those below it, never one above."""

STOVE_KNOWS = {"kitchen.stove", "kitchen.world.wire", "kitchen.goods"}


def modules() -> list[tuple[str, Path]]:
    found = []
    for path in sorted((ROOT / "kitchen").rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found.append((name.removesuffix(".__init__"), path))
    return found


def imports(path: Path) -> set[str]:
    """What a module imports of the house, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            below = {f"{node.module}.{alias.name}" for alias in node.names}
            rooms = {name for name, _ in modules()}
            found |= (below & rooms) or {node.module}
    return {name for name in found if name.startswith("kitchen.")}


def floor(module: str) -> int:
    for level, rooms in enumerate(ORDER):
        if any(module == room or module.startswith(f"{room}.") for room in rooms):
            return level
    raise AssertionError(f"{module} is on no floor of the drawing")


@pytest.mark.parametrize(("name", "path"), modules(), ids=lambda value: str(value).split("/")[-1])
def test_imports_run_downwards(name: str, path: Path) -> None:
    if name == "kitchen":
        return  # the door: it hands out names from any floor, when asked
    for other in imports(path):
        if name.startswith("kitchen.stove"):
            assert any(other == known or other.startswith(f"{known}.") for known in STOVE_KNOWS)
            continue
        assert not other.startswith("kitchen.stove"), "the stove is another process"
        same_room = name.split(".")[:2] == other.split(".")[:2]
        assert same_room or floor(name) < floor(other), f"{name} imports {other}"


def test_every_case_has_its_files_under_one_stem() -> None:
    stems = {case.stem for case in listed()}
    for folder in ("lab/cases", "solutions"):
        assert {path.stem for path in (ROOT / folder).glob("case*.py")} == stems
    assert {path.stem for path in (ROOT / "lab/chapters").glob("case*.md")} == stems
    assert {path.name for path in (ROOT / "tests/attempts").iterdir() if path.is_dir()} == stems


def test_the_readme_prints_what_is_printed() -> None:
    import os
    import subprocess
    import sys

    text = (ROOT / "README.md").read_text()
    blocks = text.split("    $ python -m kitchen ")[1:]
    assert len(blocks) == 2
    for block, more in zip(blocks, ([], ["--file", "solutions/case07_semaphore.py"]), strict=True):
        command, *rest = block.split("\n")
        shown = []
        for line in rest:
            if not line.startswith("    "):
                break
            shown.append(line[4:])
        done = subprocess.run(
            [sys.executable, "-m", "kitchen", *command.split(), *more],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        )  # fmt: skip
        assert done.stdout.splitlines() == shown
