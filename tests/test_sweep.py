"""`sweep`: which numbers, over which values; what the table and the plot say of them."""

import csv
import io
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from kitchen import catalog, over
from kitchen.case import Case, Number, Service
from kitchen.errors import Unusable
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.judge.sweeping import Row, Sweep, sweep
from kitchen.report import plot
from kitchen.report.pen import Pen
from kitchen.report.sweep import print_sweep, sweep_csv, sweep_json
from kitchen.report.sweep_picture import drawn
from kitchen.world.outcome import Outcome
from tests.conftest import ROOT, attempt

SOLUTION = "solutions/case07_semaphore.py"

GATE = """\
async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)
    async def order(crate):
        async with gate:
            await supplier.deliver(crate)
    {before}
    await asyncio.gather(*map(order, crates), return_exceptions=True)
"""


def number(
    name: str = "limit", *, whole: bool = True, least: float = 1, most: float = 500
) -> Number:
    def service(value: float) -> Service:
        raise NotImplementedError

    return Number(name, "what it is", "1..3", service, whole=whole, least=least, most=most)


def kitchen(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kitchen", "sweep", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100", **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


def swept(
    engine: Engine, case: Case, said: str, code: str | None = None, *, before: str = "pass"
) -> Sweep:
    """Case 7 over this, with this code, or with a gate of the limit that it is told."""
    chosen, values = over.chosen(case, said)
    made = attempt(GATE.format(before=before) if code is None else code)
    return sweep(case, chosen, values, made, engine)


def page(made: Sweep, monkeypatch: pytest.MonkeyPatch, columns: int = 100, coding: str = "") -> str:
    """What is printed on a screen so wide, in such an encoding."""
    monkeypatch.setenv("COLUMNS", str(columns))
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=coding or "utf-8")
    print_sweep(made, ["door"], Pen(out))
    out.flush()
    return raw.getvalue().decode(coding or "utf-8")


def of_rows(*rows: tuple[float, float | None, int]) -> Sweep:
    """A sweep from (value, seconds, turned away)."""
    made = [Row(v, (v,), s or 0.0, s, 1, away, 0) for v, s, away in rows]
    return Sweep(number(), "otherwise", ("cooked",), False, tuple(made))


# --- which values -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1..4", (1, 2, 3, 4)),
        ("5", (5,)),
        ("10..40..10", (10, 20, 30, 40)),
        ("1..10..4", (1, 5, 9)),
        ("9,2,2,5", (2, 5, 9)),
        ("1..3,7", (1, 2, 3, 7)),
        (" 1 .. 3 ", (1, 2, 3)),
        ("1..200", tuple(range(1, 201))),
    ],
)
def test_ranges_steps_and_lists(text: str, values: tuple[int, ...]) -> None:
    found = over.values_of(number(), text)
    assert found == values
    assert all(type(value) is int for value in found)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("0.1..0.3", (0.1, 0.2, 0.3)),
        ("0.05..0.07", (0.05, 0.06, 0.07)),
        ("1..2..0.5", (1.0, 1.5, 2.0)),
        ("1..3", (1.0, 2.0, 3.0)),
        ("0.1,0.25", (0.1, 0.25)),
    ],
)
def test_decimals_are_exact_and_go_up_in_the_last_place_written(
    text: str, values: tuple[float, ...]
) -> None:
    found = over.values_of(number(whole=False, least=0), text)
    assert found == values
    assert all(type(value) is float for value in found)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is no number"),
        ("a..b", "'a..b' is no number"),
        ("1..", "'1..' is no number"),
        ("-1..3", "'-1..3' is no number"),
        ("1e9", "'1e9' is no number"),
        ("nan", "'nan' is no number"),
        ("٣", "is no number"),
        ("1,,2", "'' is no number"),
        ("5..1", "'5..1' runs downwards"),
        ("1..5..0", "is no range"),
        ("1..5..1..1", "is no range"),
        ("0..3", "limit goes from 1 to 500"),
        ("400..600..100", "limit goes from 1 to 500"),
        ("1.5", "limit is a whole number"),
        ("1..2..0.5", "limit is a whole number"),
        ("1..201", "has 201 values"),
        ("1..999999999", "has 999999999 values"),
        ("1..150,200..300", "more than 200 values"),
    ],
)
def test_a_senseless_range_is_named(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        over.values_of(number(), text)
    assert says in str(refused.value)


def test_a_number_may_be_named_alone_or_not_at_all(case: Case) -> None:
    first, values = over.chosen(case, None)
    assert (first.name, values) == ("limit", tuple(range(1, 21)))
    crates, values = over.chosen(case, "crates")
    assert (crates.name, values) == ("crates", tuple(range(10, 101, 10)))


def test_an_unknown_number_is_answered_with_those_that_there_are(case: Case) -> None:
    with pytest.raises(Unusable) as refused:
        over.chosen(case, "lmit=1..3")
    for word in ("'lmit'", "`limit=1..20`", "`door=1..20`", "`crates=", "`delay="):
        assert word in str(refused.value)


def test_a_case_may_have_nothing_to_sweep(case: Case) -> None:
    with pytest.raises(Unusable, match="no number"):
        over.chosen(case._replace(numbers=()), "limit=1..3")


# --- what comes of it ---------------------------------------------------------------------------


TABLE = """\
limit: how many at once the supplier says he takes; he takes 5 all the same.
(otherwise service 1: 50 crates of 0.05 s, limit 5)

                    turned
  limit  delivered    away    took  peak  raised
      1         50       0  2.50 s     1       0
      2         50       0  1.25 s     2       0
      3         50       0  0.85 s     3       0
      4         50       0  0.65 s     4       0
      5         50       0  0.50 s     5       0  stops improving
      6          0       2  0.01 s     6       1  errors begin
      7          0       3  0.01 s     7       1
      8          0       4  0.01 s     8       1
"""


def test_the_table_of_the_solution() -> None:
    done = kitchen("7", "--over", "limit=1..8", "--file", SOLUTION)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(TABLE)


def test_the_supplier_who_says_another_limit_keeps_his_own(engine: Engine, case: Case) -> None:
    made = swept(engine, case, "limit=4..6")
    assert [row.figures for row in made.rows] == [(50, 0), (50, 0), (25, 25)]
    honest = swept(engine, case, "door=4..6")
    assert [row.figures for row in honest.rows] == [(50, 0)] * 3
    assert [row.peak for row in honest.rows] == [4, 5, 6]


def test_what_the_file_ignores_is_a_flat_line() -> None:
    done = kitchen("7", "--over", "limit=1..3")
    assert done.returncode == 0
    assert "Nothing changes: whatever `limit` is" in done.stdout
    assert "Nothing changes" not in kitchen("7", "--over", "crates=1..3").stdout


def test_a_hang_at_one_value_is_that_rows_alone(engine: Engine, case: Case) -> None:
    hang = "if supplier.limit == 2: await asyncio.get_running_loop().create_future()"
    made = swept(engine, case, "limit=1..3", before=hang)
    assert [row.broke for row in made.rows] == ["", "deadlock", ""]
    assert [row.figures for row in made.rows] == [(50, 0), (0, 0), (50, 0)]
    assert (made.rows[1].seconds, made.all_broke) == (None, False)
    assert made.rows[1].told.startswith("Deadlock: ")


def test_a_loop_without_await_at_one_value_is_ended(engine: Engine, case: Case) -> None:
    made = swept(engine, case, "limit=1..3", before="while supplier.limit == 2: pass")
    assert [row.broke for row in made.rows] == ["", "kept the stove busy", ""]


def test_if_the_lowest_values_all_keep_the_stove_the_others_are_not_run(
    engine: Engine, case: Case
) -> None:
    made = swept(engine, case, "limit=1..30", "async def restock(a, b):\n    while True: pass\n")
    assert [row.broke for row in made.rows] == ["kept the stove busy"] * 4 + ["not run"] * 26
    assert made.all_broke
    some = swept(engine, case, "limit=1..5", before="while supplier.limit in (1, 4): pass")
    assert [row.broke == "" for row in some.rows] == [False, True, True, False, True]


def test_a_crash_is_told_and_a_refusal_is_none(engine: Engine, case: Case) -> None:
    made = swept(engine, case, "limit=5..7", before="if supplier.limit == 7: raise NameError('x')")
    assert [row.broke for row in made.rows] == ["", "", "NameError"]
    assert [row.well for row in made.rows] == [True, False, False]


def test_if_every_value_breaks_the_exit_code_says_so(tmp_path: Path) -> None:
    file = tmp_path / "attempt.py"
    file.write_text("async def restock(supplier, crates):\n    raise NameError('x')\n")
    done = kitchen("7", "--over", "limit=1..3", "--file", str(file))
    assert done.returncode == 1
    assert done.stdout.count("NameError: x") == 1
    file.write_text("async def restock(supplier, crates:\n")
    done = kitchen("7", "--over", "limit=1..3", "--file", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert "attempt.py, line 1" in done.stderr


def test_one_file_fault_ends_the_sweep(engine: Engine, case: Case) -> None:
    made = swept(engine, case, "limit", "async def resto(supplier, crates):\n    pass\n")
    assert isinstance(made.fault, Outcome)
    assert made.rows == ()


# --- what is marked in it -----------------------------------------------------------------------


def marked(made: Sweep) -> tuple[float | None, float | None]:
    knee, errors = made.knee, made.first_errors
    return (None if knee is None else knee.value, None if errors is None else errors.value)


def test_it_stops_improving_at_the_first_of_the_best() -> None:
    assert marked(of_rows((1, 3.0, 0), (2, 2.0, 0), (3, 1.0, 0), (4, 1.0, 0))) == (3, None)
    assert marked(of_rows((1, 3.0, 0), (2, 1.0, 0), (3, 2.0, 0))) == (2, None)
    assert marked(of_rows((1, 3.0, 0), (2, 1.004, 0), (3, 1.0, 0))) == (2, None), "under 1 %"


def test_what_improves_to_the_end_or_not_at_all_has_no_such_place() -> None:
    assert marked(of_rows((1, 3.0, 0), (2, 2.0, 0), (3, 1.0, 0))) == (None, None)
    assert marked(of_rows((1, 1.0, 0), (2, 2.0, 0), (3, 3.0, 0))) == (None, None)
    assert marked(of_rows((1, 1.0, 0), (2, 1.0, 0), (3, 1.0, 0))) == (None, None)
    assert marked(of_rows((1, None, 0), (2, None, 0))) == (None, None)
    assert marked(of_rows((1, 1.0, 0))) == (None, None)


def test_what_is_quick_because_it_fails_is_no_improvement() -> None:
    assert marked(of_rows((1, 3.0, 0), (2, 2.0, 0), (3, 0.1, 7), (4, 0.1, 8))) == (2, 3)
    assert marked(of_rows((1, 0.1, 7), (2, 0.1, 8))) == (None, 1)


def test_flat_is_only_what_is_the_same_in_every_figure() -> None:
    row = Row(1, (5, 45), 0.06, 0.06, 50, 45, 0)
    made = Sweep(number(), "", ("a", "b"), False, (row, row._replace(value=2, took=0.0600004)))
    assert made.flat
    for other in ({"figures": (5, 44)}, {"took": 0.07}, {"peak": 49}, {"broke": "deadlock"}):
        assert not made._replace(rows=(row, row._replace(**other))).flat
    assert not made._replace(rows=(row,)).flat


# --- the plot -----------------------------------------------------------------------------------


POINTS = [plot.Point(1, 2.0), plot.Point(2, 1.0), plot.Point(3, 0.0, False)]


def told(value: float) -> str:
    return f"{value:g}"


def test_the_plot() -> None:
    drawing = plot.lines([*POINTS, plot.Point(4, None, False)], [1, 4, 2], told, plot.PLAIN, 25)
    assert drawing == [
        " 2.00 s |o              ^",
        "        |",
        "        |",
        "        |",
        "        |",
        " 1.00 s |     o",
        "        |",
        "        |",
        "        |",
        "        |",
        " 0.00 s |          x",
        "        +----------------",
        "         1    2         4",
    ]


def test_a_name_that_finds_no_room_under_the_plot_is_left_out() -> None:
    under = plot.lines(POINTS, [1, 3, 2], lambda value: f"{value:.6f} s", plot.PLAIN, 34)[-1]
    assert under.split() == ["1.000000", "s", "3.000000", "s"]


def test_errors_are_drawn_over_what_is_well() -> None:
    points = [plot.Point(place, 1.0, place != 500) for place in range(1001)]
    assert plot.lines(points, [], told, plot.PLAIN, 40)[0].count("x") == 1


@pytest.mark.parametrize("columns", [40, 47, 60, 80, 100])
def test_nothing_runs_over_the_edge(
    columns: int, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = catalog.find("10")
    loaded = listed.load()
    source = (ROOT / "solutions" / f"{listed.stem}.py").read_bytes()
    chosen, values = over.chosen(loaded, "limit=1..6")
    made = sweep(loaded, chosen, values, AttemptSource("a.py", listed.stem, source), engine)
    hung = made.rows[-1]._replace(broke="asked without end", told="It never stopped asking.")
    printed = page(made._replace(rows=(*made.rows[:-1], hung)), monkeypatch, columns)
    assert max(map(len, printed.splitlines())) <= columns
    words = " ".join(printed.split())
    assert "stops improving" in words
    assert "asked without end" in words
    assert ("no room for" in words) == (columns < 80)


def test_an_encoding_without_the_letters_gets_plain_ones(
    engine: Engine, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = swept(engine, case, "limit=4..6")
    plain = page(made, monkeypatch, coding="ascii")
    assert "+-----" in plain
    assert "x with errors" in plain
    nice = page(made, monkeypatch)
    assert "└─────" in nice
    assert "× with errors" in nice


def test_one_value_has_a_table_and_no_plot(
    engine: Engine, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = page(swept(engine, case, "limit=5"), monkeypatch)
    assert "0.50 s" in printed
    assert "across" not in printed


# --- for other programs -------------------------------------------------------------------------


def test_csv_says_what_the_table_says(engine: Engine, case: Case) -> None:
    made = swept(engine, case, "limit=5..6")
    head, *rows = csv.reader(io.StringIO(sweep_csv(made)))
    assert head == ["limit", "delivered", "turned away", "took", "peak", "raised", "broke"]
    assert [(r[:3], round(float(r[3]), 2), r[4:]) for r in rows] == [
        (["5", "50", "0"], 0.5, ["5", "0", ""]),
        (["6", "25", "25"], 0.3, ["6", "0", ""]),
    ]


def test_csv_has_seconds_as_numbers(engine: Engine) -> None:
    listed = catalog.find("11")
    loaded = listed.load()
    source = (ROOT / "solutions" / f"{listed.stem}.py").read_bytes()
    chosen, values = over.chosen(loaded, "reports=6")
    made = sweep(loaded, chosen, values, AttemptSource("a.py", listed.stem, source), engine)
    (row,) = csv.DictReader(io.StringIO(sweep_csv(made)))
    assert (row["cooked"], row["an alert waited"], row["turned away"]) == ("8", "0.03", "0")


def test_csv_goes_to_a_file_or_to_the_screen_alone(tmp_path: Path) -> None:
    file = tmp_path / "sweep.csv"
    both = kitchen("7", "--over", "limit=1..2", "--csv", str(file))
    assert "errors begin" in both.stdout
    alone = kitchen("7", "--over", "limit=1..2", "--csv", "-")
    assert alone.stdout == file.read_text()
    assert len(list(csv.reader(io.StringIO(alone.stdout)))) == 3
    assert [path.name for path in tmp_path.iterdir()] == ["sweep.csv"]


def test_json_has_rows_and_marks(engine: Engine, case: Case) -> None:
    made = json.loads(sweep_json(swept(engine, case, "limit=4..6")))
    assert [row["value"] for row in made["rows"]] == [4, 5, 6]
    assert made["rows"][1]["figures"] == {"delivered": 50, "turned away": 0}
    marks = (made["number"], made["stops improving"], made["errors begin"], made["flat"])
    assert marks == ("limit", 5, 6, False)
    printed = kitchen("7", "--over", "limit=4..6", "--json", "--file", SOLUTION).stdout
    assert json.loads(printed)["rows"][2]["figures"] == {"delivered": 0, "turned away": 2}


def test_one_screen_is_not_for_two_reports() -> None:
    done = kitchen("7", "--json", "--csv", "-")
    assert (done.returncode, done.stdout) == (2, "")


# --- the picture --------------------------------------------------------------------------------


def test_the_picture_has_the_same_bytes_each_time(engine: Engine, case: Case) -> None:
    pytest.importorskip("matplotlib")
    svg = drawn(swept(engine, case, "limit=4..6"), "svg")
    assert svg == drawn(swept(engine, case, "limit=4..6"), "svg")
    words = {node.text for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")}
    assert {"limit", "took (s)", "with errors", "stops improving"} <= words
    assert b"<dc:date>" not in svg
    assert drawn(swept(engine, case, "limit=4..6"), "png").startswith(b"\x89PNG")


def test_where_nothing_ends_no_seconds_are_drawn(engine: Engine, case: Case) -> None:
    pytest.importorskip("matplotlib")
    stuck = swept(engine, case, "limit=4..6", before="await asyncio.Event().wait()")
    svg = drawn(stuck, "svg")
    words = [node.text for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")]
    assert "no end" in words
    assert [word for word in words if word and word.replace(".", "").isdigit()] == ["4", "5", "6"]


def test_a_picture_of_another_kind_is_refused_before_anything_is_served() -> None:
    done = kitchen("7", "--picture", "sweep.jpg")
    assert (done.returncode, done.stdout) == (2, "")
    assert "sweep.jpg: a picture's name ends in .svg or .png." in done.stderr


def test_where_matplotlib_is_missing_it_is_said_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError('not here')\n")
    picture = tmp_path / "sweep.svg"
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    done = kitchen("7", "--picture", str(picture), PYTHONPATH=path)
    assert (done.returncode, done.stdout, picture.exists()) == (2, "", False)
    assert "pip install matplotlib" in done.stderr
    assert kitchen("7", "--over", "limit=1", PYTHONPATH=path).returncode == 0


# --- every case ---------------------------------------------------------------------------------


NUMBERS = [
    pytest.param(listed, number, id=f"{listed.number}-{number.name}")
    for listed in catalog.listed()
    for number in listed.load().numbers
]


def test_every_case_has_a_number_to_sweep() -> None:
    for listed in catalog.listed():
        assert listed.load().numbers, listed.stem
        names = [number.name for number in listed.load().numbers]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize(("listed", "number"), NUMBERS)
def test_the_solution_goes_well_over_the_usual_values(
    listed: catalog.Listed, number: Number, engine: Engine
) -> None:
    case = listed.load()
    values = over.values_of(number, number.usual)
    source = (ROOT / "solutions" / f"{listed.stem}.py").read_bytes()
    made = sweep(case, number, values, AttemptSource("a.py", listed.stem, source), engine)
    assert [row.value for row in made.rows] == list(values)
    assert not any(row.broke for row in made.rows)
    assert all(row.seconds is not None for row in made.rows)
    assert not made.flat, "a number that shows nothing need not be offered"
    errors = made.first_errors
    # Only a supplier who says more than he takes turns those away who believe him.
    assert (errors is None) or number.name == "limit"


def test_the_same_bytes_each_time() -> None:
    runs = {kitchen("18", "--over", "branches=1..3").stdout for _ in range(2)}
    assert len(runs) == 1
    assert "errors begin" in runs.pop()


def test_the_first_service_is_met_again_at_its_own_values(engine: Engine) -> None:
    """A sweep over what `run` shows as well passes through the same point."""
    own = {
        "7": ["limit=5", "door=5", "crates=50", "delay=0.05"],
        "10": ["limit=4", "door=4", "items=24", "delay=0.05"],
        "11": ["reports=6", "workers=1"],
        "12": ["timeout=0.2", "hung=2", "workers=1"],
        "13": ["workers=2", "failing=0"],
        "14": ["guests=7", "places=1", "stay=0.05"],
        "17": ["fetch=1", "patience=0.1", "age=3"],
        "18": ["branches=3", "items=2", "delay=0.05"],
        "19": ["branches=3", "stay=0.3"],
    }
    for name, sweeps in own.items():
        listed = catalog.find(name)
        case = listed.load()
        source = (ROOT / "solutions" / f"{listed.stem}.py").read_bytes()
        engine.take(AttemptSource("a.py", listed.stem, source), points=case.threads)
        (plain,) = engine.serve([case.service(1)])
        figures = tuple(figure.value(plain.ledger) for figure in case.figures)
        for said in sweeps:
            chosen, values = over.chosen(case, said)
            attempt_ = AttemptSource("a.py", listed.stem, source)
            (row,) = sweep(case, chosen, values, attempt_, engine).rows
            assert (row.figures, round(row.took, 3)) == (figures, round(plain.ledger.took, 3)), said
