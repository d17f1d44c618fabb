"""A failing service is made smaller, and what is shown can be repeated."""

from collections.abc import Sequence

import pytest

from kitchen.judge.shrinking import shrink
from kitchen.parts import Parts, numbers, ranges


def needing(*parts: int) -> "Trials":
    """A failure that needs all of these."""
    return Trials(lambda trial: set(parts) <= set(trial))


def smallest(parts: Parts, fails: "Trials") -> Parts:
    return [*shrink(parts, fails), parts][0]


class Trials:
    def __init__(self, fails) -> None:  # type: ignore[no-untyped-def]
        self._fails = fails
        self.made = 0

    def __call__(self, trials: Sequence[Parts]) -> list[bool]:
        self.made += len(trials)
        return [self._fails(trial) for trial in trials]


@pytest.mark.parametrize("needed", [(1,), (50,), (7, 8), (1, 50), (3, 9, 27), (10, 11, 12, 13)])
def test_only_what_the_failure_needs_is_left(needed: Parts) -> None:
    assert smallest(tuple(range(1, 51)), needing(*needed)) == needed


def test_a_number_of_any_parts_is_found_too() -> None:
    found = smallest(tuple(range(1, 51)), Trials(lambda trial: len(trial) > 5))
    assert len(found) == 6


def test_what_cannot_be_made_smaller_is_left_as_it_is() -> None:
    parts = tuple(range(1, 6))
    assert smallest(parts, Trials(lambda trial: False)) == parts


def test_trials_come_to_an_end() -> None:
    trials = Trials(lambda trial: len(trial) > 150)
    smallest(tuple(range(1, 301)), trials)
    assert trials.made <= 120


@pytest.mark.parametrize(
    ("text", "parts"), [("4", (4,)), ("1-3", (1, 2, 3)), ("1-2,5,7-8", (1, 2, 5, 7, 8))]
)
def test_parts_read_as_they_are_written(text: str, parts: Parts) -> None:
    assert numbers(text) == parts
    assert ranges(parts) == text


@pytest.mark.parametrize("text", ["", "0", "3-1", "a", "1,,2", "-", "1-999999999"])
def test_what_are_no_parts_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        numbers(text)
