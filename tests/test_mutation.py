"""Mutants: what each operator makes of a small program, and what is said of those that pass."""

import ast
import re
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

import pytest

from kitchen import mutants as taken_apart
from kitchen import mutation
from kitchen.case import Case
from kitchen.catalog import Listed
from kitchen.errors import Unusable
from kitchen.judge.engine import Engine
from kitchen.judge.verdict import Result, Said, Verdict
from kitchen.mutants import Mutant, blocks, key, mutants, nodes
from kitchen.mutants.blocks import OF_BLOCKS
from kitchen.mutants.nodes import OF_NODES
from kitchen.mutants.syntax import OfBlock, OfNode
from kitchen.mutation import Known, report
from tests.conftest import ROOT


def made(source: str, operator: OfNode | OfBlock) -> list[str]:
    """The texts of the mutants that one operator makes."""
    of_nodes = [each for each in OF_NODES if each is operator]
    of_blocks = [each for each in OF_BLOCKS if each is operator]
    return [mutant.source for mutant in mutants(dedent(source), of_nodes, of_blocks)]


# --- operators ----------------------------------------------------------------------------------


EXAMPLES: Sequence[tuple[OfNode | OfBlock, str, list[str]]] = [
    (blocks.deleted, "a()\nb()", ["b()", "a()"]),
    (
        blocks.done_twice,
        "x = Queue()\nx = line.pop()",
        ["x = Queue()\nx = line.pop()\nx = line.pop()"],
    ),
    (blocks.swapped, "a()\nb()", ["b()\na()"]),
    (blocks.with_unwrapped, "with gate as place:\n    a()", ["place = gate\na()"]),
    (
        blocks.with_items,
        "with a, b:\n    c()",
        ["with b:\n    c()", "with a:\n    c()", "with b, a:\n    c()"],
    ),
    (
        blocks.moved_out,
        "with gate:\n    a()\n    b()",
        ["with gate:\n    a()\nb()", "a()\nwith gate:\n    b()"],
    ),
    (
        blocks.moved_in,
        "a()\nwith gate:\n    b()\nc()",
        ["a()\nwith gate:\n    b()\n    c()", "with gate:\n    a()\n    b()\nc()"],
    ),
    (
        blocks.ungrouped,
        """\
        async def f():
            async with TaskGroup() as group:
                group.create_task(a())
        """,
        [
            """\
            async def f():
                group = []
                group.append(asyncio.create_task(a()))
                await asyncio.gather(*group)""",
            """\
            async def f():
                group = []
                group.append(asyncio.create_task(a()))
                await asyncio.wait(group)""",
        ],
    ),
    (
        blocks.made_anew,
        "gate = Semaphore(5)\ndef order():\n    gate.acquire()",
        ["def order():\n    gate = Semaphore(5)\n    gate.acquire()"],
    ),
    (
        blocks.without_finally,
        "try:\n    a()\nfinally:\n    b()",
        [
            "a()",
            "a()\nb()",
            "try:\n    a()\nexcept Exception:\n    b()\n    raise\nelse:\n    b()",
        ],
    ),
    (
        blocks.without_except,
        "try:\n    a()\nexcept E:\n    b()\nelse:\n    c()",
        ["a()\nc()", "try:\n    a()\n    c()\nexcept E:\n    b()"],
    ),
    (blocks.looked_once, "while a:\n    b()", ["if a:\n    b()"]),
    (
        blocks.others_first,
        "async def f():\n    n += 1",
        ["async def f():\n    await asyncio.sleep(0)\n    n += 1"],
    ),
    (
        nodes.await_changed,
        "async def f():\n    await a()",
        [
            "async def f():\n    a()",
            "async def f():\n    asyncio.create_task(a())",
            "async def f():\n    await asyncio.shield(a())",
        ],
    ),
    (
        nodes.task_changed,
        "async def f():\n    group.create_task(a())",
        ["async def f():\n    await a()", "async def f():\n    asyncio.create_task(a())"],
    ),
    (
        nodes.gather_changed,
        "gather(*tasks)\ngather(a, b, return_exceptions=True)",
        [
            "gather(*tasks, return_exceptions=True)\ngather(a, b, return_exceptions=True)",
            "asyncio.wait(list(map(asyncio.ensure_future, tasks)))\n"
            "gather(a, b, return_exceptions=True)",
            "gather(*tasks)\ngather(b, a, return_exceptions=True)",
        ],
    ),
    (
        nodes.sync,
        "async def f():\n    async with a:\n        b()",
        ["async def f():\n    with a:\n        b()"],
    ),
    (nodes.argument_instead, "x = min(a, b)", ["x = a", "x = b"]),
    (
        nodes.keyword_gone,
        "gather(a, return_exceptions=True)",
        ["gather(a)"],
    ),
    (
        nodes.off_by_one,
        "Semaphore(a.limit)\nb[1:]",
        [
            "Semaphore(a.limit + 1)\nb[1:]",
            "Semaphore(a.limit - 1)\nb[1:]",
            "Semaphore(a.limit)\nb[2:]",
            "Semaphore(a.limit)\nb[0:]",
        ],
    ),
    (
        nodes.number_written_in,
        "Semaphore(a.limit)\nb < c",
        [
            "Semaphore(5)\nb < c",
            "Semaphore(1)\nb < c",
            "Semaphore(a.limit)\nb < 5",
            "Semaphore(a.limit)\nb < 1",
        ],
    ),
    (
        nodes.iterable_shorter,
        "for a in b:\n    c()",
        ["for a in list(b)[1:]:\n    c()", "for a in list(b)[:-1]:\n    c()"],
    ),
    (nodes.comparison, "a < b", ["a <= b", "a >= b"]),
    (
        nodes.condition,
        "if not a:\n    b()",
        ["if a:\n    b()", "if True:\n    b()", "if False:\n    b()"],
    ),
    (
        nodes.arithmetic,
        "a and b\nc += d",
        ["a or b\nc += d", "b\nc += d", "a\nc += d", "a and b\nc -= d"],
    ),
    (nodes.flag, "a = True", ["a = False"]),
    (
        nodes.jump,
        "def f():\n    for a in b:\n        break",
        [
            "def f():\n    for a in b:\n        continue",
            "def f():\n    for a in b:\n        return",
        ],
    ),
    (
        nodes.handler_changed,
        "try:\n    a()\nexcept E:\n    b()",
        [
            "try:\n    a()\nexcept Exception:\n    b()",
            "try:\n    a()\nexcept BaseException:\n    b()",
            "try:\n    a()\nexcept E:\n    pass",
            "try:\n    a()\nexcept E:\n    b()\n    raise",
        ],
    ),
    (nodes.decorator_gone, "@a\ndef f():\n    b()", ["def f():\n    b()"]),
    (nodes.near_name, "a.notify()", ["a.notify_all()"]),
]


@pytest.mark.parametrize(
    ("operator", "source", "expected"), EXAMPLES, ids=lambda value: getattr(value, "__name__", "")
)
def test_an_operator_makes_just_these(
    operator: OfNode | OfBlock, source: str, expected: list[str]
) -> None:
    assert made(source, operator) == [dedent(text) for text in expected]


def test_every_operator_has_an_example() -> None:
    assert {operator for operator, _, _ in EXAMPLES} == {*OF_NODES, *OF_BLOCKS}


def test_all_operators_are_at_work_unless_some_are_named() -> None:
    texts = [mutant.source for mutant in mutants("a < b\nc()")]
    assert {"a <= b\nc()", "a < b", "c()\na < b", "a < b\nc()\nc()"} <= set(texts)


# --- mutants ------------------------------------------------------------------------------------


def test_a_mutant_is_made_once_whatever_the_ways_to_it() -> None:
    texts = [mutant.source for mutant in mutants("min(a, a)\nmin(a, a)")]
    assert len(texts) == len(set(texts))
    assert texts.count("min(a, a)") == 1  # either statement may be gone


def test_what_does_not_compile_is_no_mutant() -> None:
    assert made("for a in b:\n    continue", nodes.jump) == ["for a in b:\n    break"]
    assert made("await_it(a)", nodes.task_changed) == []
    assert made("create_task(a)", nodes.task_changed) == ["asyncio.create_task(a)"]


def test_what_changes_nothing_is_no_mutant() -> None:
    assert made("asyncio.create_task(a)", nodes.task_changed) == []


def test_texts_imports_printing_and_the_run_button_are_left_alone() -> None:
    source = '''
    """A text."""
    import asyncio
    def f(a: int) -> int:
        """Another."""
        print(a + 1)
        for b in a:
            if b > 1:
                print(b)
    if __name__ == "__main__":
        f(1)
    '''
    assert list(mutants(dedent(source))) == []


def test_a_mutant_says_where_and_what() -> None:
    mutant = next(mutants("a()\n\nwith gate:\n    b()", of_blocks=[blocks.with_unwrapped]))
    assert (mutant.line, mutant.says) == (3, "the body is not in `with gate:`")


def test_layout_and_docstrings_do_not_change_the_key() -> None:
    assert of('"""A."""\na( b )  # c') == of("a(b)")
    assert of("a(b)") != of("a(c)")


def test_the_key_is_the_same_in_every_python() -> None:
    """The file of known ones is read by all of them."""
    tree = ast.parse("async def f(a, *b, c=1):\n    async with d as e:\n        await e.g(a)")
    assert key(tree) == "ecf3fa61"


# --- the report ---------------------------------------------------------------------------------


PASSES = Verdict(7, "stem", "mutant.py", 9, (Result("never more than 5", True, "", 9),))
FAILS = PASSES._replace(results=(Result("never more than 5", False, "peak 6", 9, service=3),))

FIRST = {"right.py": "a < b"}


def passing(*texts: str) -> mutation.Judge:
    """A judge whom only these pass."""
    return lambda mutant: PASSES if mutant.source in texts else FAILS


def of(text: str) -> str:
    return key(ast.parse(text))


def known(text: str) -> Known:
    return Known(of(text), "words", "reason")


def test_all_killed_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(FIRST, {}, passing())
    count = len(list(mutants("a < b")))
    assert capsys.readouterr().out == (
        f"  right.py\n{count} mutants: {count} killed, 0 survive, 0 known to be equal\n"
    )


def test_a_survivor_is_shown_as_the_file_of_known_ones_wants_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert not report(FIRST, {}, passing("a <= b"))
    shown = capsys.readouterr().out
    line = f"    survives  {of('a <= b')}  1: `a < b` is `a <= b`\n"
    assert line + "        - a < b\n        + a <= b\n" in shown
    assert " 1 survive, 0 known to be equal\n" in shown


def test_what_is_shown_of_a_survivor_and_a_reason_make_it_known(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    report(FIRST, {}, passing("a <= b"))
    head, line = capsys.readouterr().out.splitlines()[:2]
    file = tmp_path / "known.txt"
    file.write_text(f"# {head.strip()}\n{line.split(maxsplit=1)[1]}  -- for a reason\n")
    entry = Known(of("a <= b"), "1: `a < b` is `a <= b`", "for a reason")
    assert mutation.read_known(file) == {"right.py": [entry]}


def test_a_survivors_remarks_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert not report(FIRST, {}, lambda _: PASSES._replace(remarks=(Said("batches", "text"),)))
    assert "        remarks: batches\n" in capsys.readouterr().out


def test_a_survivor_that_is_known_is_well_and_counted_apart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert report(FIRST, {"right.py": [known("a <= b")]}, passing("a <= b"))
    assert " 0 survive, 1 known to be equal\n" in capsys.readouterr().out


def test_a_known_one_that_is_killed_is_a_right_program_failed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert not report(FIRST, {"right.py": [known("a <= b")]}, passing())
    shown = capsys.readouterr().out
    assert f"    refuted   {of('a <= b')}  1: `a < b` is `a <= b`\n" in shown
    assert "        fails `never more than 5` (peak 6), service 3\n" in shown
    assert "0 known to be equal, 1 known to be equal and killed\n" in shown


def test_a_known_one_that_is_no_mutant_any_more_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    gone = Known("00000000", "1: `x` is gone", "reason")
    others = {"right.py": [gone], "not taken apart.py": [gone._replace(key="11111111")]}
    assert report(FIRST, others, passing())
    shown = capsys.readouterr().out
    assert "    stale     00000000  1: `x` is gone\n        no such mutant any more\n" in shown
    assert "11111111" not in shown


def test_a_judge_that_breaks_down_is_told_and_the_others_go_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def judge(mutant: Mutant) -> Verdict:
        if mutant.source == "a <= b":
            raise KeyError("gate")
        return FAILS

    assert not report(FIRST, {}, judge)
    shown = capsys.readouterr().out
    assert "        the judge raised KeyError: 'gate'\n" in shown
    assert "0 survive, 0 known to be equal, 1 broken\n" in shown


def test_a_mutant_of_two_attempts_is_judged_and_known_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    judged: list[str] = []

    def judge(mutant: Mutant) -> Verdict:
        judged.append(mutant.key)
        return PASSES if mutant.source == "a >= b" else FAILS

    two = {"right.py": "a < b", "other.py": "a > b"}
    assert report(two, {"right.py": [known("a >= b")]}, judge)
    assert len(judged) == len(set(judged))
    assert " 1 known to be equal\n" in capsys.readouterr().out


# --- the file of known ones ---------------------------------------------------------------------


def test_known_ones_stand_under_their_attempt(tmp_path: Path) -> None:
    file = tmp_path / "known.txt"
    file.write_text(
        "# right.py\n0123abcd  3: `a` is gone -- b  -- nothing is seen of it\n\n# b.py\n"
    )
    assert mutation.read_known(file) == {
        "right.py": [Known("0123abcd", "3: `a` is gone -- b", "nothing is seen of it")],
        "b.py": [],
    }
    assert mutation.read_known(tmp_path / "none.txt") == {}


@pytest.mark.parametrize(
    "text", ["0123abcd  a  -- b", "# right.py\n0123abcd  a", "# right.py\n0123abcd  a  -- "]
)
def test_a_line_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "known.txt"
    file.write_text(text)
    with pytest.raises(Unusable, match=f"line {1 + text.count(chr(10))} is no known mutant"):
        mutation.read_known(file)


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, id=file.stem) for file in sorted((ROOT / "tests" / "mutants").iterdir())],
)
def test_those_kept_are_still_mutants_of_the_attempt_they_stand_under(file: Path) -> None:
    for path, entries in mutation.read_known(file).items():
        # To make all of them would take long; what makes one stale makes those around it stale too.
        some = entries if len(entries) < 60 else entries[:: len(entries) // 60]
        words = {entry.says for entry in some}
        found = mutants(
            (ROOT / path).read_text(encoding="utf-8"),
            wanted=lambda line, says, words=words: f"{line}: {says}" in words,  # type: ignore[misc]
        )
        assert mutation.stale(some, found) == []


# --- with stoves --------------------------------------------------------------------------------


def test_mutants_are_graded_by_the_services(
    engine: Engine,
    listed: Listed,
    case: Case,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A gate that counts what is given back lets in as many as any; the others don't."""
    monkeypatch.setattr(taken_apart, "OF_NODES", (nodes.sync, nodes.near_name))
    monkeypatch.setattr(taken_apart, "OF_BLOCKS", (blocks.with_unwrapped,))
    monkeypatch.setattr(mutation, "read_known", lambda _: {})
    short = case._replace(services=9)
    monkeypatch.setattr(Listed, "load", lambda _: short)
    assert not mutation.mutate(listed, engine)
    shown = capsys.readouterr().out
    assert re.findall(r"survives  \w{8}  \d+: (.*)", shown) == [
        "`asyncio.Semaphore` is `asyncio.BoundedSemaphore`"
    ]
    assert "6 mutants: 5 killed, 1 survive, 0 known to be equal\n" in shown
