"""How a walkthrough is built of a chapter and of what only a notebook has; how it is run."""

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import nbformat.v4
import pytest

from kitchen import shipped
from kitchen.catalog import Listed
from kitchen.commands import notebooks
from kitchen.commands.stoves import Stoves
from kitchen.errors import Unusable
from kitchen.exits import FAILED, PASSED
from kitchen.notebook import builder, execution
from kitchen.notebook.builder import Piece

CHAPTER = """\
# Case 7: a title

## The case

Fifty crates.

```console
$ python -m kitchen run 7
delivered: 5
```

It printed a lie:

```console
$ python -m kitchen check 7
PASS
```

## Programs

One that runs:

```python
import asyncio

## no heading: a comment
asyncio.run(main())
```

```text
1
```

One that is alone:

```python alone
print(2)
```

```text
2
```

One with processes:

```python
import subprocess
```

```text
3
```

One whose output comes later:

```python
print(4)
```

It prints:

```text
4
```

## Fix the case

Mend it.
"""

PRINTS = {"run 7": "delivered: 5", "check 7": "FAIL"}


def built(
    monkeypatch: pytest.MonkeyPatch, listed: Listed, chapter: str = CHAPTER, more: str = ""
) -> list[Piece]:
    monkeypatch.setattr(shipped, "chapter", lambda case: chapter)
    monkeypatch.setattr(shipped, "walkthrough", lambda case: more)
    return list(builder.pieces(listed, lambda command: PRINTS[command]))


def codes(pieces: list[Piece]) -> list[str]:
    return [piece.text for piece in pieces if piece.kind == "code"]


def test_what_a_chapter_says_that_it_prints_is_run(
    monkeypatch: pytest.MonkeyPatch, listed: Listed
) -> None:
    pieces = built(monkeypatch, listed)
    assert pieces[0] == Piece("markdown", "# Case 7: a title")
    *others, yours = codes(pieces)
    assert others == [
        "%load_ext kitchen.notebook",
        "%kitchen run 7",
        "%kitchen timeline 7",  # once, after the first run
        "import asyncio\n\n## no heading: a comment\nawait main()",
    ]
    assert yours.startswith('%%kitchen check 7\n"""Case 7')
    assert "__main__" not in yours
    assert [piece.prints for piece in pieces if piece.prints] == ["delivered: 5", "1"]


def test_what_is_alone_or_a_lie_or_has_processes_stays_text(
    monkeypatch: pytest.MonkeyPatch, listed: Listed
) -> None:
    texts = "\n".join(p.text for p in built(monkeypatch, listed) if p.kind == "markdown")
    for kept in ("$ python -m kitchen check 7\nPASS", "print(2)", "import subprocess", "print(4)"):
        assert kept in texts
    for gone in ("delivered: 5", "asyncio", "```text\n1\n"):
        assert gone not in texts, "it is in the cell, and under it"


MORE = """\
# after The case

Look:

```ipython
x = 1
# after this comes no section
```

And that.

# after Fix the case
```ipython
%kitchen hint 7
```
"""


def test_further_cells_come_after_their_section(
    monkeypatch: pytest.MonkeyPatch, listed: Listed
) -> None:
    plain, pieces = built(monkeypatch, listed), built(monkeypatch, listed, more=MORE)
    added = [
        Piece("markdown", "Look:"),
        Piece("code", "x = 1\n# after this comes no section"),
        Piece("markdown", "And that."),
    ]
    place = pieces.index(added[0])
    assert pieces[place : place + 3] == added
    assert pieces[place + 3].text.startswith("## Programs")
    assert pieces[-1] == Piece("code", "%kitchen hint 7")
    assert [piece for piece in pieces if piece in plain] == plain


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("# after Nothing\n\ntext\n", "has no section Nothing"),
        ("# after The case", ""),
        ("lost\n\n# after The case\n", "begins before any"),
    ],
)
def test_further_cells_need_a_place(
    monkeypatch: pytest.MonkeyPatch, listed: Listed, more: str, says: str
) -> None:
    if not says:
        assert built(monkeypatch, listed, more=more) == built(monkeypatch, listed)
        return
    with pytest.raises(Unusable, match=says):
        built(monkeypatch, listed, more=more)


def test_the_same_pieces_are_the_same_file(listed: Listed) -> None:
    pieces = [Piece("markdown", "# Case"), Piece("code", "1 + 1")]
    first, again = (builder.text_of(builder.notebook(listed, pieces)) for _ in range(2))
    assert first == again
    assert '"id": "case07-semaphore-02"' in first
    assert first.endswith("}\n")


def cells(*sources: str) -> Any:
    made: Any = nbformat.v4
    book = made.new_notebook()
    book.metadata = {"kernelspec": {"display_name": "P", "language": "python", "name": "python3"}}
    book.cells = [
        made.new_code_cell(source, id=f"c{place}") for place, source in enumerate(sources)
    ]
    return book


def test_a_run_is_that_of_one_who_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "agg")
    book = execution.execute(
        cells(
            "import os, sys\nfrom pathlib import Path\nprint(sys.executable)",
            "print(os.getcwd() == str(Path('..').resolve() / 'notebooks'))",
            "print(len(list(Path('../lab/cases').iterdir())), Path('../.kitchen').exists())",
            "for n in range(3):\n    print(n, flush=True)",
        )
    )
    said = [cell.outputs[0].text for cell in book.cells]
    assert said[0] == f"{sys.executable}\n"
    assert said[1] == "True\n"
    assert said[2].endswith(" False\n")
    assert said[3] == "0\n1\n2\n"
    assert [len(cell.outputs) for cell in book.cells] == [1, 1, 1, 1]
    assert all(cell.metadata == {} for cell in book.cells)
    assert book.metadata.language_info == {"name": "python"}


def test_a_cell_that_raises_is_told_without_colours() -> None:
    with pytest.raises(execution.Broken, match="ZeroDivisionError") as caught:
        execution.execute(cells("1 / 0"))
    assert "\x1b" not in str(caught.value)


def test_a_cell_without_an_end_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execution, "CELL_TIMEOUT", 3)
    with pytest.raises(execution.Broken, match="timed out"):
        execution.execute(cells("while True: pass"))


def test_a_notebook_is_written_when_it_has_changed(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    listed: Listed,
    capsys: pytest.CaptureFixture[str],
) -> None:
    built(monkeypatch, listed)
    (tmp_path / "notebooks").mkdir()
    monkeypatch.setattr(notebooks, "own_root", lambda: tmp_path)
    monkeypatch.setattr(notebooks, "_prints", lambda command: PRINTS[command])
    monkeypatch.setattr(execution, "execute", lambda book: book)
    chosen = Namespace(case="7")
    path = builder.path_of(listed, tmp_path)
    for word in ("written", "as it was"):
        assert notebooks.build(chosen, Stoves([])) == PASSED
        assert capsys.readouterr().out == f"{word}  {path}\n"
    stored = path.read_bytes()

    def broken(book: Any) -> None:
        raise execution.Broken("it raised")

    monkeypatch.setattr(execution, "execute", broken)
    assert notebooks.build(chosen, Stoves([])) == FAILED
    assert "it raised" in capsys.readouterr().err
    assert path.read_bytes() == stored


def test_a_walkthrough_that_is_not_there_cannot_be_opened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "lab" / "cases").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Unusable, match=r"there is no .*/notebooks/case07_semaphore\.ipynb"):
        notebooks.notebook(Namespace(case="7"), Stoves([]))


def test_where_a_notebook_stands(listed: Listed, tmp_path: Path) -> None:
    assert builder.path_of(listed, tmp_path) == tmp_path / "notebooks" / "case07_semaphore.ipynb"
