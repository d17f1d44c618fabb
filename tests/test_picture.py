"""Charts as images: what they say, the same bytes each time, and whole files or none."""

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from kitchen.errors import Unusable
from kitchen.lanes import Chart, Lane, Mark, Span
from kitchen.report.picture import MOST_LANES, draw, write
from tests.conftest import ROOT
from tests.ledgers import ns
from tests.test_command_line import SOLUTION, kitchen


def chart(
    *, crates: int = 4, limit: int = 2, lasts: float = 0.1, title: str = "case 7", name: str = ""
) -> Chart:
    """Crates of which all but the first two are turned away."""
    end, away = ns(lasts), ns(lasts / 10)
    lanes = [
        Lane("crate", f"{name}{number}", (Span(0, end, "calling"),))
        if number <= limit
        else Lane("crate", f"{name}{number}", (Span(0, away, "refused"),))
        for number in range(1, crates + 1)
    ]
    crowd = ((0, crates), (away, min(crates, limit)), (end, 0))
    return Chart(title, "by hand", tuple(lanes), crowd, limit, 0, end)


def said(path: Path) -> list[str]:
    """All text of an SVG, piece by piece."""
    between_tags = re.findall(r">([^<]+)<", path.read_text())
    return [unescape(text) for text in between_tags if text.strip()]


def test_it_says_what_is_to_be_seen(tmp_path: Path) -> None:
    path = tmp_path / "one.svg"
    draw([chart()], path)
    words = said(path)
    assert words.count("at once") == 1
    for text in (
        "case 7",
        "by hand",
        "limit 2",
        "peak 4 at 0.00 s, 2 over the limit",
        "seconds of the world's clock",
        "crate 1",
        "crate 4",
        "on the phone",
        "turned away",
        "at once: peak 4, mean 2.2; 2 turned away; use of capacity 100%",
        "took 0.10 s, ideal 0.10 s: 0.20 s of work, 2 at once",
    ):
        assert text in words
    assert "waits" not in words, "the legend tells of what isn't there"


def test_signs_priorities_and_cooks_are_told(tmp_path: Path) -> None:
    spans = (Span(0, ns(0.1), "waiting"), Span(ns(0.1), ns(0.2), "calling"))
    job = Lane("job", "1", spans, (Mark(ns(0.2), "failed"),), priority=3)
    cook = Lane("cook", "1", spans[1:])
    of = Chart("", "", (job,), ((ns(0.1), 1), (ns(0.2), 0)), 1, 0, ns(0.2), (cook,))
    draw([of], tmp_path / "job.svg")
    words = said(tmp_path / "job.svg")
    assert {"job 1 p3", "cook 1", "waits", "error", "p: priority, the lowest first"} <= {*words}


def test_before_and_after_side_by_side_on_one_scale(tmp_path: Path) -> None:
    path = tmp_path / "two.svg"
    write(chart(crates=2, lasts=0.5), path, before=chart(crates=40, lasts=0.1))
    words = said(path)
    before, after = words.index("before: as shipped"), words.index("after: your file")
    assert before < after
    assert words.count("0.5") == 2, "the two have not one scale"
    assert "peak 40 at 0.00 s, 38 over the limit" in words and "peak 2 at 0.00 s" in words


def test_scales_that_differ_much_are_said_to_differ(tmp_path: Path) -> None:
    path = tmp_path / "two.svg"
    write(chart(lasts=50.0), path, before=chart(lasts=0.1))
    assert said(path).count("before: as shipped (a time scale of its own)") == 1


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_the_same_charts_make_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    one, other = tmp_path / f"one.{suffix}", tmp_path / f"other.{suffix}"
    draw([chart(), chart()], one)
    draw([chart(), chart()], other)
    assert one.read_bytes() == other.read_bytes()
    assert b"<dc:date>" not in one.read_bytes()


def test_a_png_has_a_ground_that_is_seen_through(tmp_path: Path) -> None:
    path = tmp_path / "one.PNG"
    draw([chart()], path)
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG\r\n")
    assert content[25] == 6, "no alpha channel"


def test_names_that_strangers_gave_are_drawn_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "odd.svg"
    draw([chart(name=r"$\frac{")], path)
    assert r"crate $\frac{1" in said(path)


def test_of_very_many_lanes_the_first_are_drawn_and_the_others_counted(tmp_path: Path) -> None:
    path = tmp_path / "many.svg"
    draw([chart(crates=MOST_LANES + 7)], path)
    words = said(path)
    assert "and 7 more" in words
    assert len([word for word in words if word.startswith("crate")]) < 60


def test_nobody_at_all(tmp_path: Path) -> None:
    path = tmp_path / "empty.svg"
    draw([Chart("", "nobody", (), (), 5, 0, ns(0.01))], path)
    assert "at once: peak 0, mean 0.0" in said(path)


# --- files ----------------------------------------------------------------------------------------


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="can't be written: No such file or directory"):
        draw([chart()], tmp_path / "nowhere" / "one.svg")
    path = tmp_path / "one.svg"
    path.write_text("before")
    draw([chart()], path)
    assert path.read_text().startswith("<?xml")
    assert [found.name for found in tmp_path.iterdir()] == ["one.svg"]


def test_what_is_no_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "one.svg").mkdir()
    with pytest.raises(Unusable, match="is no file"):
        draw([chart()], tmp_path / "one.svg")
    assert (tmp_path / "one.svg").is_dir()


@pytest.mark.parametrize("name", ["one.gif", "one", "svg"])
def test_another_kind_of_picture_is_refused_before_anything_is_run(
    tmp_path: Path, name: str
) -> None:
    done = kitchen("run", "7", "--picture", str(tmp_path / name))
    assert (done.returncode, done.stdout) == (2, "")
    assert "ends in .svg or .png" in done.stderr
    assert not list(tmp_path.iterdir())


# --- the command ----------------------------------------------------------------------------------


def test_run_draws_a_picture_and_prints_what_it_always_prints(tmp_path: Path) -> None:
    path = tmp_path / "seven.svg"
    done = kitchen("run", "7", "--file", SOLUTION, "--picture", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "delivered:   50\nturned away: 0\ntook 0.50 s\n"
    words = said(path)
    assert "case 7, Limits and backpressure" in words and "peak 5 at 0.00 s" in words


def test_without_matplotlib_it_is_said_what_to_install(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from kitchen.cli import main; raise SystemExit(main(sys.argv[1:]))"
    )
    path = tmp_path / "seven.svg"
    done = subprocess.run(
        [sys.executable, "-c", program, "run", "7", "--timeline", "--picture", str(path)],
        cwd=ROOT, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert "`pip install 'concurrency-kitchen[pictures]'`" in done.stderr
    assert "Traceback" not in done.stderr
    assert not path.exists()
