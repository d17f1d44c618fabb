"""What a learner's own code prints of an error or a stack: their lines, and none of ours."""

from textwrap import dedent

import pytest

from kitchen import catalog
from kitchen.judge.engine import AttemptSource, Engine
from tests.conftest import ROOT

TELL = """
import asyncio, io, logging, sys, threading, traceback
from kitchen import Supplier

def tell():
    traceback.print_exc()
    logging.exception("logged")
    traceback.print_stack()
    print(*traceback.format_exception(*sys.exc_info()))
    print(*traceback.StackSummary.extract(traceback.walk_tb(sys.exc_info()[2])).format())
    print(*traceback.StackSummary.extract(traceback.walk_stack(None)).format())
"""

ATTEMPTS = {
    "7": """
        async def restock(supplier, crates):
            async def one(crate):
                try:
                    await supplier.deliver(crate)  # here
                except Exception:
                    tell()
            await asyncio.gather(*map(one, crates))
        """,
    "10": """
        def restock(supplier, items):
            def one(item):
                try:
                    supplier.phone(item)  # here
                except Exception:
                    tell()
            threads = [threading.Thread(target=one, args=(item,)) for item in items]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
        """,
    "18": """
        def take_delivery(office, supplier, item):
            try:
                office.incr("stock", "no number")  # here
            except Exception:
                tell()
        """,
}


@pytest.mark.parametrize("number", ATTEMPTS)
def test_tracebacks_and_stacks_of_a_learners_own_have_none_of_our_frames(
    engine: Engine, number: str
) -> None:
    listed = catalog.find(number)
    source = TELL + dedent(ATTEMPTS[number])
    engine.take(AttemptSource("attempt.py", listed.stem, source.encode()), points=number == "10")
    for trace in (False, True):
        (served,) = engine.serve([listed.load().service(1)], trace=trace)
        printed = served.output.decode()
        here = source[: source.index("# here")].count("\n") + 1
        assert printed.count(f'File "attempt.py", line {here}, in ') >= 4
        assert printed.count("in tell") >= 2
        assert str(ROOT / "kitchen") not in printed
