"""`author new`: what it makes is a sound case from the first moment, and nothing is overwritten."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kitchen import originals, scaffold
from kitchen.errors import Unusable
from tests.conftest import ROOT


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the repository without its attempts: there the new case is made."""
    for folder in ("kitchen", "lab", "solutions"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


def author(house: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kitchen", "author", *arguments],
        cwd=house, env={**os.environ, "PYTHONPATH": str(house)},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def test_a_new_case_is_sound_and_listed(house: Path) -> None:
    made = author(house, "new", "3", "lost_update")
    assert made.returncode == 0, made.stderr
    checked = author(house, "check", "3")
    assert checked.returncode == 0, checked.stdout
    assert "7 passed, 0 failed" in checked.stdout


def test_a_number_that_is_taken_and_a_bad_name_are_refused(house: Path) -> None:
    for arguments, says in ((("7", "other"), "taken"), (("4", "Bad"), "small letters")):
        done = author(house, "new", *arguments)
        assert done.returncode == 2
        assert says in done.stderr


def test_a_file_that_is_there_is_not_touched(house: Path) -> None:
    there = house / "solutions" / "case04_deadlock.py"
    there.write_text("mine")
    with pytest.raises(Unusable, match="nothing was written"):
        scaffold.make(4, "deadlock", house)
    assert there.read_text() == "mine"
    assert not (house / "lab" / "cases" / "case04_deadlock.py").exists()


def test_the_archive_of_the_cases_as_shipped_is_fresh_and_repeats() -> None:
    cases = ROOT / "lab" / "cases"
    assert not originals.stale(ROOT)
    assert originals.packed(cases) == originals.packed(cases)
