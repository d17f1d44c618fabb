"""What a learner has done: written whole, by many at once, read whatever has become of it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kitchen import catalog
from kitchen.catalog import Listed
from kitchen.progress import Progress, Record, digest
from tests.conftest import ROOT

SEVEN, TEN, ELEVEN = (catalog.find(name) for name in ("7", "10", "11"))


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KITCHEN_PROGRESS")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / ".kitchen" / "progress.json"


def same(record: Record) -> Record:
    return record


def checked(record: Record) -> Record:
    return record._replace(checks=record.checks + 1)


def passed(record: Record) -> Record:
    return record._replace(passed=True, took=0.5, peak=5)


def cases(file: Path) -> dict[str, dict[str, object]]:
    known: dict[str, dict[str, object]] = json.loads(file.read_text())["cases"]
    return known


def test_nothing_is_known_of_a_new_workspace_and_nothing_is_written(tmp_path: Path) -> None:
    progress = Progress(tmp_path)
    assert (progress.of(SEVEN), progress.last(), progress.trouble) == (Record(), None, "")
    assert list(tmp_path.iterdir()) == []


def test_what_is_noted_is_there_for_the_next_command(tmp_path: Path) -> None:
    Progress(tmp_path).change(SEVEN, passed)
    Progress(tmp_path).change(TEN, lambda record: record._replace(tiers={"1": 2}))
    again = Progress(tmp_path)
    assert again.of(SEVEN) == Record(passed=True, took=0.5, peak=5, order=1)
    assert again.of(TEN) == Record(tiers={"1": 2}, order=2)
    assert again.last() == TEN


def test_a_folder_with_its_progress_can_be_copied(tmp_path: Path, file: Path) -> None:
    Progress(tmp_path).change(SEVEN, passed)
    copy = tmp_path / "copy" / ".kitchen"
    copy.mkdir(parents=True)
    (copy / file.name).write_bytes(file.read_bytes())
    assert Progress(tmp_path / "copy").of(SEVEN).passed
    assert str(tmp_path) not in file.read_text()


@pytest.mark.parametrize(
    ("record", "state"),
    [
        (Record(), "untouched"),
        (Record(order=1), "tried"),
        (Record(order=1, later=True), "later"),
        (Record(order=1, later=True, passed=True), "passed"),
    ],
)
def test_the_state_of_a_case(record: Record, state: str) -> None:
    assert record.state == state


def test_a_case_left_for_later_is_taken_up_by_working_at_it(tmp_path: Path) -> None:
    Progress(tmp_path).change(SEVEN, lambda record: record._replace(later=True))
    assert Progress(tmp_path).of(SEVEN).state == "later"
    Progress(tmp_path).change(SEVEN, same)
    assert Progress(tmp_path).of(SEVEN).state == "tried"


def test_a_changed_source_has_another_digest() -> None:
    assert digest(b"a = 1\n") == digest(b"a = 1\n")
    assert len({digest(source) for source in (b"", b"\0", b"a = 1\n", b"a = 2\n")}) == 4


# --- many at once -------------------------------------------------------------------------------

_NOTE = """\
import sys
from pathlib import Path
from kitchen import catalog
from kitchen.progress import Progress
case, early = catalog.find(sys.argv[2]), Progress(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for step in range(20):
    early.change(case, lambda record: record._replace(
        checks=record.checks + 1, tiers={**record.tiers, sys.argv[3]: step}))
"""


def test_commands_at_once_lose_nothing_of_each_other(tmp_path: Path) -> None:
    wanted = [("7", "0"), ("7", "1"), ("10", "0"), ("11", "0")]
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", _NOTE, str(tmp_path), *words],
            env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        for words in wanted
    ]  # fmt: skip
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:  # all have read what there was: nothing
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        writer.communicate()
        assert writer.returncode == 0
    progress = Progress(tmp_path)
    assert progress.of(SEVEN).checks == 40
    assert progress.of(SEVEN).tiers == {"0": 19, "1": 19}
    assert (progress.of(TEN).checks, progress.of(ELEVEN).checks) == (20, 20)
    orders = sorted(progress.of(case).order for case in (SEVEN, TEN, ELEVEN))
    assert orders[-1] == 80
    assert sorted(os.listdir(tmp_path / ".kitchen")) == ["lock", "progress.json"]


def test_an_update_is_told_what_others_have_written_meanwhile(tmp_path: Path) -> None:
    early = Progress(tmp_path)
    Progress(tmp_path).change(SEVEN, passed)
    early.change(SEVEN, checked)
    assert Progress(tmp_path).of(SEVEN) == Record(checks=1, passed=True, took=0.5, peak=5, order=2)


def test_a_write_that_fails_leaves_what_was_there(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Progress(tmp_path).change(SEVEN, passed)
    before = file.read_bytes()

    def full(self: Path, content: bytes) -> int:
        with self.open("wb") as part:
            part.write(content[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        Progress(tmp_path).change(SEVEN, checked)
    assert file.read_bytes() == before
    assert sorted(os.listdir(file.parent)) == ["lock", "progress.json"]


# --- what has become of the file ----------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 100,
        b'{"version": 1, "cases": {"case07_semaphore": {"passed": tr',
        b"\xff\xfe",
        b"[]",
        b"null",
        b'"cases"',
        b'{"cases": []}',
        b'{"cases": {"case07_semaphore": 7}}',
        b'{"version": 1}',
        b"[" * 100_000,
        b"<<<<<<< HEAD\n{}\n",
    ],
)
def test_a_damaged_file_is_put_aside_with_a_word(
    tmp_path: Path, file: Path, content: bytes
) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    progress = Progress(tmp_path)
    assert progress.trouble == (
        "was damaged, and is now .kitchen/progress.damaged.json; progress begins anew"
    )
    assert file.with_name("progress.damaged.json").read_bytes() == content
    assert progress.of(SEVEN) == Record()
    progress.change(SEVEN, passed)
    again = Progress(tmp_path)
    assert (again.of(SEVEN).passed, again.trouble) == (True, "")


def test_a_second_damaged_file_does_not_cost_the_first(tmp_path: Path, file: Path) -> None:
    file.parent.mkdir()
    for content in ("first", "second", "third"):
        file.write_text(content)
        assert "was damaged" in Progress(tmp_path).trouble
    kept = {path.name: path.read_text() for path in file.parent.glob("*.json")}
    assert kept == {
        "progress.damaged.json": "first",
        "progress.damaged-1.json": "second",
        "progress.damaged-2.json": "third",
    }


def test_a_file_damaged_under_a_running_command_is_kept_too(tmp_path: Path, file: Path) -> None:
    Progress(tmp_path).change(TEN, passed)
    early = Progress(tmp_path)
    file.write_text("damaged")
    early.change(SEVEN, checked)
    assert file.with_name("progress.damaged.json").read_text() == "damaged"
    again = Progress(tmp_path)
    assert (again.of(SEVEN).checks, again.of(TEN).passed) == (1, True)


def test_what_another_command_mended_meanwhile_is_not_put_aside(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two commands find it damaged; the one that comes second finds it new."""
    file.parent.mkdir()
    file.write_text("damaged")
    plain = Progress._alone

    def after_another(self: Progress) -> object:
        monkeypatch.setattr(Progress, "_alone", plain)
        Progress(tmp_path).change(SEVEN, passed)
        return plain(self)

    monkeypatch.setattr(Progress, "_alone", after_another)
    second = Progress(tmp_path)
    assert (second.of(SEVEN).passed, second.trouble) == (True, "")
    assert cases(file)["case07_semaphore"]["passed"] is True


def test_a_file_that_cannot_be_read_is_neither_moved_nor_written(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Progress(tmp_path).change(SEVEN, passed)
    before = file.read_bytes()

    def refused(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(self))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", refused)
        progress = Progress(tmp_path)
        assert progress.trouble == (
            "can't be read: Permission denied; what you have done isn't known"
        )
        with pytest.raises(PermissionError):
            progress.change(SEVEN, checked)
    assert file.read_bytes() == before
    assert sorted(os.listdir(file.parent)) == ["lock", "progress.json"]


def test_a_folder_in_its_place_is_put_aside(tmp_path: Path, file: Path) -> None:
    file.mkdir(parents=True)
    progress = Progress(tmp_path)
    assert "was damaged" in progress.trouble
    progress.change(SEVEN, passed)
    assert Progress(tmp_path).of(SEVEN).passed


def test_no_place_for_it_is_an_error_for_those_who_write_only(tmp_path: Path) -> None:
    (tmp_path / ".kitchen").write_text("a file")
    progress = Progress(tmp_path)
    assert (progress.of(SEVEN), progress.trouble) == (Record(), "")
    with pytest.raises(OSError):
        progress.change(SEVEN, passed)


# --- what other versions of the lab wrote -------------------------------------------------------


def written(file: Path, told: object) -> Progress:
    file.parent.mkdir()
    file.write_text(json.dumps(told))
    return Progress(file.parent.parent)


def test_a_renamed_case_keeps_what_is_known_of_it(tmp_path: Path, file: Path) -> None:
    progress = written(file, {"cases": {"case07_gate": {"passed": True, "order": 3}}})
    assert progress.of(SEVEN).passed
    assert progress.last() == SEVEN
    progress.change(SEVEN, checked)
    assert list(cases(file)) == ["case07_semaphore"]
    assert Progress(tmp_path).of(SEVEN) == Record(checks=1, passed=True, order=4)


def test_a_case_that_got_anothers_number_is_not_taken_for_it(file: Path) -> None:
    progress = written(
        file,
        {"cases": {"case10_semaphore": {"passed": True}, "case10_threads": {"checks": 2}}},
    )
    assert progress.of(TEN) == Record(checks=2)
    assert progress.of(SEVEN) == Record()


def test_what_is_known_of_cases_that_are_gone_is_kept(tmp_path: Path, file: Path) -> None:
    gone = {"passed": True, "order": 9, "stars": 3}
    progress = written(file, {"cases": {"case99_gone": gone}})
    assert progress.last() is None
    progress.change(SEVEN, checked)
    assert cases(file)["case99_gone"] == gone
    assert Progress(tmp_path).of(SEVEN).order == 10


def test_fields_of_a_later_version_are_kept(tmp_path: Path, file: Path) -> None:
    progress = written(
        file,
        {"version": 2, "name": "Ada", "cases": {"case07_semaphore": {"stars": 3, "checks": 1}}},
    )
    assert progress.of(SEVEN).checks == 1
    progress.change(SEVEN, checked)
    told = json.loads(file.read_text())
    assert (told["version"], told["name"]) == (2, "Ada")
    assert told["cases"]["case07_semaphore"]["stars"] == 3
    assert told["cases"]["case07_semaphore"]["checks"] == 2


@pytest.mark.parametrize(
    ("field", "value", "read"),
    [
        ("checks", "many", 0),
        ("checks", None, 0),
        ("checks", 1.5, 0),
        ("passed", 1, False),
        ("took", 2, 2),
        ("took", "0.5", 0.0),
        ("diagnoses", "no-gate", ()),
        ("diagnoses", ["no-gate", 7], ("no-gate", "7")),
        ("tiers", [1], {}),
        ("tiers", {"0": "two", "1": 2}, {"1": 2}),
        ("tiers", {"0": -5}, {"0": 0}),
        ("state", "passed", None),
        ("count", 3, None),
    ],
)
def test_a_field_of_the_wrong_kind_is_as_if_it_were_not_there(
    file: Path, field: str, value: object, read: object
) -> None:
    record = written(file, {"cases": {"case07_semaphore": {field: value}}}).of(SEVEN)
    wanted = {} if read is None else {field: read}
    assert record._asdict() == {**Record()._asdict(), **wanted}


def test_nothing_is_written_where_that_is_switched_off(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KITCHEN_PROGRESS", "off")
    Progress(tmp_path).change(SEVEN, passed)
    assert list(tmp_path.iterdir()) == []
    file.parent.mkdir()
    file.write_text("damaged")
    assert Progress(tmp_path).of(SEVEN) == Record()
    assert [path.name for path in file.parent.iterdir()] == ["progress.json"]


# --- where to go on -----------------------------------------------------------------------------


def _later(record: Record) -> Record:
    return record._replace(later=True)


@pytest.mark.parametrize(
    ("done", "after", "here"),
    [
        ([], None, "7"),
        ([("11", checked)], None, "11"),
        ([("11", passed)], None, "12"),
        ([("19", passed)], None, "7"),
        ([("7", _later)], None, "10"),
        ([("7", _later), ("10", passed)], None, "11"),
        ([], "7", "10"),
        ([("10", passed)], "7", "11"),
        ([], "19", "7"),
    ],
)
def test_where_to_go_on(
    tmp_path: Path,
    done: list[tuple[str, Callable[[Record], Record]]],
    after: str | None,
    here: str,
) -> None:
    from kitchen.commands.learning import where_to_go_on

    progress = Progress(tmp_path)
    for name, update in done:
        progress.change(catalog.find(name), update)
    found = where_to_go_on(progress, None if after is None else catalog.find(after))
    assert found == catalog.find(here)


def test_what_was_left_for_later_comes_last_and_then_there_is_nothing(tmp_path: Path) -> None:
    from kitchen.commands.learning import where_to_go_on

    progress = Progress(tmp_path)
    progress.change(SEVEN, _later)
    others: list[Listed] = [case for case in catalog.listed() if case != SEVEN]
    for case in others:
        assert where_to_go_on(progress) == case
        progress.change(case, passed)
    assert where_to_go_on(progress) == SEVEN
    assert where_to_go_on(progress, after=SEVEN) is None
    progress.change(SEVEN, passed)
    assert where_to_go_on(progress) is None
