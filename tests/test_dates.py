"""Dates in a stove go by the world's clock, and are dates as ever otherwise.

The kitchen opens on the first of January 2026, at eight o'clock (UTC); a delivery takes 0.05 s.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from textwrap import dedent, indent

import pytest

from tests.conftest import Run

HEAD = """\
import copy, json, logging, pickle, sqlite3, time
import datetime as module
from datetime import UTC, date, datetime, time as clock, timedelta, timezone

EAST = timezone(timedelta(hours=2))

class Own(datetime):
    pass

class OwnDate(date):
    pass

"""

OPENING = datetime(2026, 1, 1, 8)

Printed = Callable[[str], list[str]]


@pytest.fixture
def printed(run: Run) -> Printed:
    """What this body of `restock` prints, in the first service of case 7."""

    def lines(code: str) -> list[str]:
        body = indent(dedent(code).strip(), "    ")
        served = run(f"{HEAD}async def restock(supplier, crates):\n{body}\n")
        assert served.outcome.finished, served.outcome
        assert not served.errors, served.errors
        return served.output.decode().splitlines()

    return lines


@pytest.fixture
def shown(printed: Printed) -> Callable[..., list[str]]:
    """What each of these expressions is, as `repr` has it, 0.05 s after the kitchen opened."""

    def values(*expressions: str) -> list[str]:
        prints = "\n".join(f"print(repr({one}))" for one in expressions)
        return printed(f"await supplier.deliver(1)\n{prints}")

    return values


def test_the_present_time_is_the_worlds(shown: Callable[..., list[str]]) -> None:
    now = OPENING + timedelta(seconds=0.05)
    there = "datetime.timezone(datetime.timedelta(seconds=7200))"
    assert shown(
        "datetime.now()",
        "datetime.today()",
        "datetime.utcnow()",
        "module.datetime.now()",
        "datetime.now(UTC)",
        "datetime.now(tz=EAST)",
        "date.today()",
        "datetime.now().timestamp() == time.time()",
        "Own.now()",
        "OwnDate.today()",
    ) == [
        *[repr(now)] * 4,
        repr(now)[:-1] + ", tzinfo=datetime.timezone.utc)",
        repr(now + timedelta(hours=2))[:-1] + f", tzinfo={there})",
        "datetime.date(2026, 1, 1)",
        "True",
        "Own(2026, 1, 1, 8, 0, 0, 50000)",
        "OwnDate(2026, 1, 1)",
    ]


def test_the_functions_of_time_without_a_moment_tell_the_worlds(
    shown: Callable[..., list[str]],
) -> None:
    morning = "Thu Jan  1 08:00:00 2026"
    assert shown(
        "tuple(time.localtime())",
        "tuple(time.gmtime(None))",
        "time.strftime('%F %T')",
        "time.ctime()",
        "time.asctime()",
        "tuple(time.localtime()) == datetime.now().timetuple()[:8] + (0,)",
    ) == [
        *["(2026, 1, 1, 8, 0, 0, 3, 1, 0)"] * 2,
        "'2026-01-01 08:00:00'",
        *[repr(morning)] * 2,
        "True",
    ]


def test_the_functions_of_time_with_a_moment_tell_that_one(
    shown: Callable[..., list[str]],
) -> None:
    assert shown(
        "tuple(time.localtime(0))[:6]",
        "tuple(time.gmtime(1e9))[:6]",
        "time.strftime('%F', time.gmtime(0))",
        "time.ctime(0)",
        "time.asctime(time.gmtime(0))",
        "datetime.fromtimestamp(0)",
    ) == [
        "(1970, 1, 1, 0, 0, 0)",
        "(2001, 9, 9, 1, 46, 40)",
        "'1970-01-01'",
        *["'Thu Jan  1 00:00:00 1970'"] * 2,
        "datetime.datetime(1970, 1, 1, 0, 0)",
    ]


def test_a_date_changes_as_the_worlds_clock_goes_on(printed: Printed) -> None:
    code = """
        import asyncio
        first = datetime.now()
        await asyncio.sleep(30)
        time.sleep(60)
        print(datetime.now() - first >= timedelta(seconds=90), time.strftime("%M:%S"))
        await supplier.deliver(1)
    """
    assert printed(code) == ["True 01:30"]


def test_a_log_has_the_worlds_time(printed: Printed) -> None:
    code = """
        logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%F %T")
        logging.warning("opened")
        time.sleep(61.5)
        logging.warning("went on")
    """
    assert printed(code) == ["2026-01-01 08:00:00 opened", "2026-01-01 08:01:01 went on"]


def test_a_clock_that_a_class_keeps_is_no_method_of_it(printed: Printed) -> None:
    clocks = ["monotonic", "perf_counter", "time", "time_ns", "localtime", "ctime", "sleep"]
    code = f"""
        await supplier.deliver(1)
        for name in {clocks}:
            Kept = type("Kept", (), {{"clock": getattr(time, name)}})
            args = [0] if name == "sleep" else []
            Kept().clock(*args)
        print(getattr(time, "sleep").__name__)
    """
    assert printed(code) == ["sleep"]


# --- as ever --------------------------------------------------------------------------------------


AS_EVER = [
    "isinstance(NOW, datetime)",
    "isinstance(NOW, date)",
    "isinstance(NOW.date(), date)",
    "isinstance(NOW.date(), datetime)",
    "isinstance(datetime.min, datetime)",
    "isinstance(datetime.strptime('2026', '%Y'), datetime)",
    "isinstance(NOW + timedelta(1), datetime)",
    "isinstance(NOW - NOW, timedelta)",
    "isinstance(1, date)",
    "isinstance(NOW, Own)",
    "isinstance(Own(2026, 1, 1), Own)",
    "isinstance(Own(2026, 1, 1), datetime)",
    "isinstance(OwnDate(2026, 1, 1), OwnDate)",
    "issubclass(datetime, date)",
    "issubclass(date, datetime)",
    "issubclass(int, date)",
    "issubclass(Own, datetime)",
    "issubclass(datetime, Own)",
    "type(NOW) is datetime",
    "type(NOW + timedelta(1)) is datetime",
    "type(Own(2026, 1, 1) + timedelta(1)) is Own",
    "repr(NOW)",
    "repr(NOW.date())",
    "repr(date(2026, 1, 1))",
    "repr(Own(2026, 1, 1))",
    "repr(OwnDate(2026, 1, 1))",
    "repr(datetime)",
    "repr(datetime.max)",
    "str(NOW)",
    "f'{NOW:%H.%M} {NOW.date():%d}'",
    "NOW.isoformat()",
    "NOW + timedelta(days=1, seconds=3)",
    "timedelta(days=1) + NOW",
    "NOW - timedelta(days=400)",
    "NOW - datetime(2025, 12, 31)",
    "NOW.date() - date(2025, 12, 31)",
    "NOW < NOW + timedelta(1)",
    "NOW == datetime(2026, 1, 1, 8, 0, 0, 50_000)",
    "NOW.date() == date(2026, 1, 1)",
    "sorted([datetime.max, NOW, datetime.min]) == [datetime.min, NOW, datetime.max]",
    "len({NOW, copy.copy(NOW), copy.deepcopy(NOW), NOW.replace(fold=0)})",
    "datetime.fromisoformat('2026-01-02T03:04:05')",
    "datetime.fromisoformat(NOW.isoformat()) == NOW",
    "date.fromisoformat('2026-01-02')",
    "date.fromordinal(NOW.toordinal())",
    "datetime.strptime('3.2.2026 12:00', '%d.%m.%Y %H:%M')",
    "datetime.combine(NOW.date(), clock(9))",
    "NOW.replace(year=2027)",
    "NOW.astimezone(UTC)",
    "NOW.replace(tzinfo=UTC).astimezone(EAST).utcoffset()",
    "NOW.timetuple()[:6]",
    "NOW.isocalendar()[:3]",
    "pickle.loads(pickle.dumps(NOW))",
    "type(pickle.loads(pickle.dumps(NOW))) is datetime",
    "pickle.loads(pickle.dumps(date(2026, 1, 1)))",
    "pickle.loads(pickle.dumps([NOW.time(), NOW - NOW, UTC]))",
    "pickle.loads(pickle.dumps(NOW, 0)) == NOW",
]
"""What neither asks for the present time nor should be able to tell who made the date."""


def test_all_else_is_as_python_has_it(shown: Callable[..., list[str]]) -> None:
    names: dict[str, object] = {"__name__": "outside", "NOW": OPENING + timedelta(seconds=0.05)}
    exec(HEAD, names)
    expected = {one: repr(eval(one, names)) for one in AS_EVER}
    found = shown(*(f"(NOW := datetime.now()) and ({one})" for one in AS_EVER))
    assert dict(zip(AS_EVER, found, strict=True)) == expected


def test_a_date_made_by_c_code_is_pickled_as_any_other(shown: Callable[..., list[str]]) -> None:
    dates = ["datetime.now().date()", "date.max", "datetime.min"]
    assert shown(*(f"pickle.loads(pickle.dumps({one})) == {one}" for one in dates)) == ["True"] * 3


@pytest.mark.filterwarnings("ignore")
def test_a_database_takes_dates(shown: Callable[..., list[str]]) -> None:
    ask = "sqlite3.connect(':memory:').execute('select ?', [{}]).fetchone()"
    assert shown(ask.format("datetime(2026, 1, 2, 3)"), ask.format("date(2026, 1, 2)")) == [
        "('2026-01-02 03:00:00',)",
        "('2026-01-02',)",
    ]
