"""The lab as it is installed: a wheel, in an environment of its own, far from the clone."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from kitchen import catalog
from tests.conftest import ROOT

pytest.importorskip("hatchling.build", reason="the wheel is built by hatchling")

SOLUTION = (ROOT / "solutions/case07_semaphore.py").read_text()

_BUILD = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as pip builds it, without the network: the backend is called where the project is."""
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, "-c", _BUILD, str(folder)],
        cwd=ROOT, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python that has the wheel, and what this one has besides."""
    home = tmp_path_factory.mktemp("home") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    made = home / "bin" / "python"
    site = subprocess.run(
        [str(made), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True, capture_output=True, text=True,
    ).stdout.strip()  # fmt: skip
    with zipfile.ZipFile(wheel) as archive:  # a wheel without scripts of its own is its files
        archive.extractall(site)
    ours = sysconfig.get_path("purelib")
    (Path(site) / "ours.pth").write_text(f"{ours}\n")
    return made


def run(python: Path, folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    plain = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "KITCHEN_PROGRESS")
    }
    plain["COLUMNS"] = "80"
    return subprocess.run(
        [str(python), *arguments],
        cwd=folder, env=plain, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def said(python: Path, folder: Path, *arguments: str) -> str:
    done = run(python, folder, "-m", "kitchen", *arguments)
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


def test_the_wheel_has_what_is_shipped_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        for case in catalog.listed():
            chapter = archive.read(f"kitchen/shipped_texts/chapters/{case.stem}.md")
            assert chapter == (ROOT / f"lab/chapters/{case.stem}.md").read_bytes()
            solution = archive.read(f"kitchen/shipped_texts/solutions/{case.stem}.py")
            assert solution == (ROOT / f"solutions/{case.stem}.py").read_bytes()
    tops = {name.split("/")[0] for name in names}
    assert sorted(top.partition("-")[2].rpartition(".")[2] or top for top in tops) == [
        "dist-info",
        "kitchen",
    ]
    assert "kitchen/originals.zip" in names
    assert [name for name in names if "__pycache__" in name or ".kitchen" in name] == []


def test_it_is_the_installed_lab_that_is_tried(python: Path, tmp_path: Path) -> None:
    done = run(python, tmp_path, "-c", "import kitchen; print(kitchen.__file__)")
    assert Path(done.stdout).is_relative_to(python.parent.parent)


def test_a_learner_works_in_a_folder_of_his_own(python: Path, tmp_path: Path) -> None:
    assert "python -m kitchen init DIR" in said(python, tmp_path)
    made = said(python, tmp_path, "init", "lab one").splitlines()
    count = 3 * len(catalog.listed())
    what = "the cases, a chapter and a notebook for each."
    assert made[0] == f"made {count} files in lab one: {what}"
    work = tmp_path / "lab one"
    assert said(python, work, "run", "7") == "delivered:   5\nturned away: 45\ntook 0.06 s\n"
    checked = run(python, work, "-m", "kitchen", "check", "7")
    assert (checked.stderr, checked.returncode) == ("", 1)
    assert "  FAIL  all 50 crates are delivered" in checked.stdout
    assert said(python, work, "hint", "7").startswith("hint 1 of 3\n")
    chapter = (ROOT / "lab/chapters/case07_semaphore.md").read_text()
    assert said(python, work, "read", "7") == chapter
    assert said(python, work, "solution", "7", "--yes") == SOLUTION
    (work / "lab/cases/case07_semaphore.py").write_text(SOLUTION)
    assert said(python, work, "check", "7").count("  PASS  ") == 6
    assert "passed: 0.50 s, peak 5" in said(python, work)
    assert "yours is kept in" in said(python, work, "reset", "7")
    assert said(python, work, "next").startswith("case 10, ")


@pytest.mark.parametrize("case", ["7", "10", "17", "18"])  # one of each sort of stove
def test_cases_run_there_as_they_do_in_a_clone(python: Path, tmp_path: Path, case: str) -> None:
    said(python, tmp_path, "init", ".")
    there = run(python, tmp_path, "-m", "kitchen", "run", case)
    here = subprocess.run(
        [sys.executable, "-m", "kitchen", "run", case],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert "took " in there.stdout
    assert (there.stdout, there.stderr, there.returncode) == (here.stdout, "", here.returncode)


@pytest.mark.parametrize("command", ["run 7", "check 7", "hint 7", "reset 7", "next", "watch"])
def test_without_a_folder_to_work_in_it_says_what_to_do(
    python: Path, tmp_path: Path, command: str
) -> None:
    done = run(python, tmp_path, "-m", "kitchen", *command.split())
    assert (done.stdout, done.returncode) == ("", 2)
    assert "`python -m kitchen init DIR`" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
    assert not list(python.parent.parent.rglob(".kitchen"))


def test_what_needs_no_folder_needs_none(python: Path, tmp_path: Path) -> None:
    assert "semaphore" in said(python, tmp_path, "list")
    assert said(python, tmp_path, "read", "7").startswith("# Case 7")
    assert said(python, tmp_path, "solution", "7", "--yes") == SOLUTION
    (tmp_path / "mine.py").write_text(SOLUTION)
    assert said(python, tmp_path, "check", "7", "--file", "mine.py").count("PASS") == 6
    assert not list(python.parent.parent.rglob(".kitchen"))
