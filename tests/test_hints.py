"""Hints: every mistake of a case has one that was written for it, or is here among those that the
case's general hint is for."""

import re

import pytest

from kitchen import catalog
from kitchen.case import Case

IN_GENERAL = {
    "case07_semaphore": {"no-gate"},
    "case10_threads": {"from-another-thread", "multiprocessing"},
    "case11_priority_queue": {"first-in-first-out"},
    "case12_hung_worker": {"no-timeout"},
    "case16_ageing": {"never-aged"},
}
"""What is left to the general hint on purpose: nearly always what the file as shipped gets."""

TOOLS = re.compile(
    r"asyncio|threading|Semaphore|Queue|Pool|TaskGroup|timeout\(|heappush|incr|add\("
)

STEMS = [listed.stem for listed in catalog.listed()]


@pytest.fixture(params=STEMS)
def stem(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def case(stem: str) -> Case:
    return next(listed for listed in catalog.listed() if listed.stem == stem).load()


def names(case: Case) -> set[str]:
    return {mistake.name for mistake in case.mistakes}


def meant(case: Case) -> list[str]:
    """The mistakes that have a hint of their own, as often as they have."""
    return [name for hint in case.hints for name in hint.mistakes]


def test_hints_are_for_mistakes_that_the_case_declares(case: Case) -> None:
    assert set(meant(case)) <= names(case)


def test_every_mistake_has_a_hint_or_is_left_to_the_general_one(stem: str, case: Case) -> None:
    assert names(case) - set(meant(case)) == IN_GENERAL.get(stem, set())


def test_no_mistake_has_two_hints(case: Case) -> None:
    """The second of them would never be shown."""
    assert len(meant(case)) == len(set(meant(case)))


def test_one_hint_is_general_and_it_comes_last(case: Case) -> None:
    """The first that fits is shown; before the others it would hide them."""
    assert [not hint.mistakes for hint in case.hints].index(True) == len(case.hints) - 1


def test_the_three_tiers_differ_and_say_something(case: Case) -> None:
    for hint in case.hints:
        assert all(tier.strip() for tier in hint.tiers)
        assert len(set(hint.tiers)) == 3, hint.tiers


def test_tiers_are_short_and_know_no_line_numbers(case: Case) -> None:
    """One to three sentences each; lines are counted in the learner's file, not in ours."""
    for tier in (tier for hint in case.hints for tier in hint.tiers):
        assert sentences(tier) <= 3, tier
        assert not re.search(r"\blines? \d", tier), tier


def test_the_first_tier_points_and_names_no_tool(case: Case) -> None:
    """The general one may name what stands in the file as shipped."""
    for hint in case.hints:
        assert not hint.mistakes or not TOOLS.search(hint.tiers[0]), hint.tiers[0]


def test_names_left_in_general_belong_to_cases_that_there_are() -> None:
    assert set(IN_GENERAL) <= set(STEMS)


def sentences(tier: str) -> int:
    return len(re.findall(r"[.?!](?=\s|$)", re.sub(r"`[^`]*`", "code", tier)))


def test_a_mistake_without_a_hint_of_its_own_gets_the_general_one(stem: str, case: Case) -> None:
    general = case.hint_for(())
    other = sorted(next(hint.mistakes for hint in case.hints if hint.mistakes))[0]
    for name in sorted(IN_GENERAL.get(stem, ())):
        assert case.hint_for([name, other]) == general, "the first that fails comes first"
    assert case.hint_for(["", "raises", other]) != general, "these are no mistakes of the case"
