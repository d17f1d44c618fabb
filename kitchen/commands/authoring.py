"""`author ...`: tools for those who write cases."""

from pathlib import Path

from kitchen import author, catalog, crew, mutation, originals, scaffold, workspace
from kitchen.commands.stoves import Stoves, end_in_order_on_signals
from kitchen.errors import Unusable
from kitchen.exits import FAILED, PASSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def check(chosen: "argparse.Namespace", stoves: Stoves) -> int:
    """Is a case sound?"""
    own_root()
    wanted = list(catalog.listed()) if chosen.case is None else [catalog.find(chosen.case)]
    end_in_order_on_signals()
    jobs = chosen.jobs or crew.cores()
    return PASSED if author.check(wanted, jobs, thorough=chosen.thorough) else FAILED


def mutate(chosen: "argparse.Namespace", stoves: Stoves) -> int:
    """Does the judge notice every change to the solution?"""
    own_root()
    listed = catalog.find(chosen.case)
    with stoves.engine() as engine:
        also = [Path(path) for path in chosen.also]
        return PASSED if mutation.mutate(listed, engine, also=also) else FAILED


def new(chosen: "argparse.Namespace", stoves: Stoves) -> int:
    """The files of a new case."""
    root = own_root()
    for path in scaffold.make(chosen.number, chosen.name, root):
        print(f"made {workspace.shown(path)}")
    originals.pack(root)
    print(f"Now write what is marked `WRITE:`. `python -m kitchen author check {chosen.number}`")
    print("says whether the case is sound; it is now, and should be after every step.")
    return PASSED


def own_root() -> Path:
    """The lab's own repository. In a learner's workspace there are no solutions and no attempts to
    judge, and it is not the place to change the lab."""
    if workspace.root() != workspace.own_root():
        raise Unusable(
            f"this is about the lab itself, and you are in the workspace {workspace.root()}. Go to "
            "a clone of the lab's repository, and run it from there."
        )
    return workspace.root()


def pack(chosen: "argparse.Namespace", stoves: Stoves) -> int:
    """The cases as shipped, into the archive."""
    originals.pack(own_root())
    print(f"packed {workspace.shown(originals.ARCHIVE)}")
    return PASSED
