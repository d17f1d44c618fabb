"""The gate that case 17 hands in is nowhere to be found where making it is the task."""

from pathlib import Path

import pytest

from kitchen.catalog import find
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.judge.grading import grade
from tests.conftest import ROOT

WAYS = {
    "from the door": "from kitchen import PrioritySemaphore",
    "as a module": "from kitchen.priority_semaphore import PrioritySemaphore",
    "from what is loaded": (
        "import sys\nPrioritySemaphore = next(vars(m)['PrioritySemaphore']"
        " for m in list(sys.modules.values()) if 'PrioritySemaphore' in getattr(m, '__dict__', {}))"
    ),
    "from all there is": (
        "import gc\nPrioritySemaphore = next(x for x in gc.get_objects()"
        " if isinstance(x, type) and x.__name__ == 'PrioritySemaphore')"
    ),
    "from its file": (
        "import pathlib\n"
        f"exec(pathlib.Path({str(ROOT / 'kitchen' / 'priority_semaphore.py')!r}).read_text())"
    ),
    "from the solution": (f"exec(open({str(ROOT / 'solutions' / 'case16_ageing.py')!r}).read())"),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_ready_made_gate_solves_no_case_in_which_it_is_to_be_made(way: str) -> None:
    listed = find("14")
    source = AttemptSource("cheat.py", listed.stem, WAYS[way].encode())
    with Engine() as engine:
        assert not grade(listed, listed.load(), source, engine, services=3).passed


def test_where_it_is_handed_in_it_can_be_imported() -> None:
    listed = find("17")
    solution = Path(ROOT / "solutions" / "case17_stale_cache.py").read_bytes()
    with Engine() as engine:
        source = AttemptSource("mended.py", listed.stem, solution)
        assert grade(listed, listed.load(), source, engine, services=3).passed
