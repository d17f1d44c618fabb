"""What people get wrong when those who wait are to become more urgent.

Most of it is recognised by trying it out: if nobody was ever passed over by the rule that a mistake
amounts to, that rule is what the gate keeps. Where the rule can't be guessed, the source says more.
"""

import ast
from collections.abc import Callable, Iterator
from functools import partial

from kitchen.case import Clues, Mistake, Sighting
from kitchen.gates import Rules, gave_up
from kitchen.grace import GRACE
from kitchen.parties import Story, by_age, overtaken
from kitchen.signs.evidence import name_of
from kitchen.world.wire import SECOND

Effective = Callable[[Story, float], float]
"""How urgent somebody is, from what is known of it and the seconds that it has waited."""

AgeSign = Callable[[Rules, Clues], Sighting | None]


def mistakes(rules: Rules) -> tuple[Mistake, ...]:
    """Mistakes about who is next, from the most to the least specific."""

    def mistake(name: str, says: str, sign: AgeSign) -> Mistake:
        return Mistake(name, says, partial(sign, rules))

    return (
        mistake(
            "ties-by-chance",
            "Of two with the same priority the one who came later went first, and it isn't the "
            "older one. What decides between two whose keys are the same?",
            ties_by_chance,
        ),
        mistake(
            "ages-at-zero",
            "With `ageing=0` nobody ages: the order is that of case 14. What does your rank become "
            "when the rate is 0?",
            ages_at_zero,
        ),
        mistake(
            "age-forgotten",
            "A guest who asks again is treated as if it had come just now. `since` is the moment "
            "from which its waiting counts: where does your rank use it?",
            age_forgotten,
        ),
        mistake(
            "ageing-capped",
            "The effective priority stops falling somewhere. It may fall below 0, and below that "
            "of anybody else: else those who come fresh are as urgent as one who has waited long.",
            capped,
        ),
        mistake(
            "ageing-scaled",
            "Priority and age are multiplied or divided by one another, so not everybody ages "
            "alike. It is `priority - ageing * seconds waited`, whatever the priority.",
            scaled,
        ),
        mistake(
            "ageing-turned",
            "The longer somebody waits, the less urgent it becomes. Of two with the same priority "
            "the one who came earlier must have the lower number: which sign stands before the "
            "time?",
            _fits(_TURNED),
        ),
        mistake(
            "never-aged",
            "Whoever waits stays as urgent as it was when it came, so guests who are more urgent "
            "can keep it out for ever. Where do the rate and the time that it has waited come into "
            "its rank?",
            never_aged,
        ),
        mistake(
            "another-clock",
            "`since` is a moment of `loop.time()`, and another clock is read here. Two clocks may "
            "differ by years: from which one do all moments in your gate come?",
            another_clock,
        ),
        mistake(
            "ageing-without-clock",
            "The rate is reckoned with here, and no time is, so what makes guests older is "
            "something else: how often a place changed hands, how many came, or how often a timer "
            "rang. Age is counted in seconds.",
            without_clock,
        ),
        mistake(
            "first-come",
            "Everybody goes in in order of arrival: the priority makes no difference. Does your "
            "rank have it, and are its seconds seconds?",
            _fits(_FIRST_COME),
        ),
        mistake(
            "ageing-in-steps",
            "The effective priority falls in steps, and between two steps the order is wrong. "
            "What is rounded here, and what would go wrong if it were not?",
            in_steps,
        ),
        mistake(
            "ageing-wrong-slope",
            "Waiting makes more urgent here, but not by `ageing` for each second. What is "
            "multiplied with the rate, and is it in seconds?",
            wrong_slope,
        ),
        mistake(
            "wrong-effective-priority",
            "Of those who wait, the one with the lowest `priority - ageing * seconds waited` must "
            "be next, with the same rate for everybody. Work the numbers out for the two who are "
            "named above: what does your gate have for them?",
            wrong_effective_priority,
        ),
    )


def mistake_of_since(rules: Rules) -> Mistake:
    """The one that has to do with patience."""
    return Mistake(
        "since-moves-the-ttl",
        "`since` says how old somebody is, for its rank. The ttl runs from asking, whoever asks. "
        "From when does yours count?",
        partial(since_moves_the_ttl, rules),
    )


# --- rules that a mistake amounts to --------------------------------------------------------------


def _slope(factor: float) -> Effective:
    return lambda story, waited: story.guest.priority - factor * story.ageing * waited


_TURNED = (_slope(-1),)
_SLOPES = tuple(_slope(factor) for factor in (2, 0.5, 10, 0.1, 60, 1 / 60, 100, 0.01, 1000, 0.001))
_FIRST_COME: tuple[Effective, ...] = (lambda story, waited: -waited,)


def _aged(rate: float) -> Effective:
    return lambda story, waited: story.guest.priority - rate * waited


_AGED = (*(_aged(rate) for rate in (0.001, 0.1, 0.5, 1, 2, 5, 10)), *_FIRST_COME)
"""What a rate of 0 may be taken for; with the least one only equals change places."""


def _unmoved(story: Story, waited: float) -> float:
    return story.guest.priority


_CAPPED: tuple[Effective, ...] = (
    lambda story, waited: max(0.0, story.guest.priority - story.ageing * waited),
    lambda story, waited: max(1.0, story.guest.priority - story.ageing * waited),
    lambda story, waited: story.guest.priority - story.ageing * min(waited, 1.0),
)
_STEPS: tuple[Effective, ...] = (
    lambda story, waited: story.guest.priority - int(story.ageing * waited),
    lambda story, waited: story.guest.priority - round(story.ageing * waited),
    lambda story, waited: story.guest.priority - story.ageing * int(waited),
    lambda story, waited: story.guest.priority - story.ageing * round(waited),
)


def _follows(rules: Rules, clues: Clues, effective: Effective) -> bool:
    """Whether nobody was ever passed over by this rule, here and in the first service.

    That one is long, and no two of these rules give the same order in it.
    """

    rank, services = _by(effective), (clues.served, clues.even)
    return not any(
        served is None or any(overtaken(rules.told(served), rank)) for served in services
    )


def _by(effective: Effective) -> Callable[[Story, int], "_Rank"]:
    def rank(story: Story, moment: int) -> _Rank:
        return _Rank(effective(story, (moment - story.ages_from) / SECOND), story)

    return rank


class _Rank:
    """A number with a margin: what is nearer is as good as equal. What is equal goes by arrival."""

    def __init__(self, number: float, story: Story) -> None:
        self._number = number
        self._turn = story.turn
        self._margin = story.ageing * GRACE / SECOND + 1e-9

    def __lt__(self, other: "_Rank") -> bool:
        if self._number == other._number:
            return self._turn < other._turn
        return self._number < other._number - self._margin


def _fits(wrong: tuple[Effective, ...]) -> AgeSign:
    def sign(rules: Rules, clues: Clues) -> Sighting | None:
        if not _out_of_order(rules, clues):
            return None
        return Sighting() if any(_follows(rules, clues, rule) for rule in wrong) else None

    return sign


# --- signs ----------------------------------------------------------------------------------------


def since_moves_the_ttl(rules: Rules, clues: Clues) -> Sighting | None:
    """Somebody with an age was told before its ttl had ended, by as much as its age."""
    for story in rules.told(clues.served):
        if story.guest.age is None or story.came is None or not gave_up(clues.served, story):
            continue
        older = story.came - story.ages_from
        if older > 2 * GRACE and story.gone < story.until - GRACE:
            by_its_age = max(story.came, story.until - older)
            if abs(story.gone - by_its_age) <= GRACE:
                return Sighting()
    return None


def ages_at_zero(rules: Rules, clues: Clues) -> Sighting | None:
    """Without ageing all go in as if there were some, and in the first service, where there is,
    they are in order."""
    told = rules.told(clues.served)
    if any(story.ageing for story in told) or not any(overtaken(told, by_age)):
        return None
    aged = any(not any(overtaken(told, _by(effective))) for effective in _AGED)
    return Sighting() if aged and _even_is_right(rules, clues) else None


def never_aged(rules: Rules, clues: Clues) -> Sighting | None:
    """In order by priority alone."""
    if not _out_of_order(rules, clues):
        return None
    return Sighting() if _follows(rules, clues, _unmoved) else None


def age_forgotten(rules: Rules, clues: Clues) -> Sighting | None:
    """In order if nobody had brought its age along."""
    brought = any(s.guest.age is not None for s in rules.told(clues.served))
    if not brought or not _out_of_order(rules, clues) or not _even_is_right(rules, clues):
        return None

    def since_coming(story: Story, moment: int) -> _Rank:
        waited = (moment - (story.came or 0)) / SECOND
        return _Rank(story.guest.priority - story.ageing * waited, story)

    told = rules.told(clues.served)
    return None if any(overtaken(told, since_coming)) else Sighting()


def ties_by_chance(rules: Rules, clues: Clues) -> Sighting | None:
    """Only of two with the same priority, who came nearly together, the later one went first."""
    pairs = list(overtaken(rules.told(clues.served), by_age))
    for first, passed in pairs:
        if first.guest.priority != passed.guest.priority or first.guest.age or passed.guest.age:
            return None
        if first.ageing and abs(first.ages_from - passed.ages_from) > GRACE:
            return None
    return Sighting() if pairs else None


def capped(rules: Rules, clues: Clues) -> Sighting | None:
    """The rank has a lowest value."""
    if not _out_of_order(rules, clues):
        return None
    for node in _calls(clues):
        bounds = any(isinstance(arg, ast.Constant | ast.BinOp) for arg in node.args)
        if name_of(node) in ("max", "min") and bounds and _about_age(node.args):
            return Sighting(node.lineno)
    likelier = (*_TURNED, *_FIRST_COME, *_STEPS, *_SLOPES, _unmoved)
    if any(_follows(rules, clues, rule) for rule in likelier):
        return None
    return Sighting() if any(_follows(rules, clues, rule) for rule in _CAPPED) else None


def in_steps(rules: Rules, clues: Clues) -> Sighting | None:
    """The rank is a whole number, or the wait is."""
    if not _out_of_order(rules, clues):
        return None
    roundings = list(_roundings(clues))
    line = next((line for line, of in roundings if _about_age(of)), 0)
    if line:
        return Sighting(line)
    # What jumps once, when it has waited long enough, keeps one of these rules for a while, too.
    steps = roundings and any(_follows(rules, clues, rule) for rule in _STEPS)
    return Sighting() if steps else None


def another_clock(rules: Rules, clues: Clues) -> Sighting | None:
    """Out of order where somebody brought its age along, and a clock is read that isn't the
    loop's."""
    brought = any(s.guest.age is not None for s in rules.told(clues.served))
    if not brought or not _out_of_order(rules, clues):
        return None
    for node in _calls(clues):
        of_time = isinstance(node.func, ast.Attribute) and _is_name(node.func.value, "time")
        if of_time or name_of(node) in ("monotonic", "perf_counter", "time_ns", "now"):
            return Sighting(node.lineno)
    return None


def scaled(rules: Rules, clues: Clues) -> Sighting | None:
    """Out of order, and a priority is multiplied or divided by what has to do with ageing, or
    something by a sum with an age in it."""
    if not _out_of_order(rules, clues):
        return None
    for node in clues.nodes:
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult | ast.Div):
            continue
        if isinstance(node.op, ast.Div) and _about_a_wait(node.right):
            return Sighting(node.lineno)
        sides = (node.left, node.right)
        for one, other in (sides, sides[::-1]):
            if _speaks_of(one, "prio", "urgen") and _speaks_of(other, "ageing", "aging", "rate"):
                return Sighting(node.lineno)
    return None


def without_clock(rules: Rules, clues: Clues) -> Sighting | None:
    """Out of order, and what the rate is multiplied or compared with is no time."""
    if not _out_of_order(rules, clues):
        return None
    reckons = [
        node
        for node in clues.nodes
        if isinstance(node, ast.BinOp | ast.AugAssign) and _about_rate(node)
    ]
    bounds = [n for n in clues.nodes if isinstance(n, ast.Compare) and _about_rate(n)]
    if not reckons or any(_speaks_of(node, *_TIMES) for node in (*reckons, *bounds)):
        return None
    return Sighting(reckons[0].lineno)


def wrong_slope(rules: Rules, clues: Clues) -> Sighting | None:
    """In order with another rate, or a power of something that has to do with ageing."""
    if not _out_of_order(rules, clues):
        return None
    for node in clues.nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and _about_age([node]):
            return Sighting(node.lineno)
    return Sighting() if any(_follows(rules, clues, rule) for rule in _SLOPES) else None


def wrong_effective_priority(rules: Rules, clues: Clues) -> Sighting | None:
    """Somebody else than the lowest was next."""
    return Sighting() if _out_of_order(rules, clues) else None


# --- what they look at ----------------------------------------------------------------------------


def _out_of_order(rules: Rules, clues: Clues) -> bool:
    """Whether somebody was passed over, among guests who age."""
    told = rules.told(clues.served)
    return any(story.ageing for story in told) and any(overtaken(told, by_age))


def _even_is_right(rules: Rules, clues: Clues) -> bool:
    """Whether nobody is passed over in the first service."""
    return clues.even is not None and not any(overtaken(rules.told(clues.even), by_age))


def _calls(clues: Clues) -> Iterator[ast.Call]:
    return (node for node in clues.nodes if isinstance(node, ast.Call))


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _roundings(clues: Clues) -> Iterator[tuple[int, list[ast.expr]]]:
    """Where something is made a whole number, with its line: calls first, then `//`."""
    for call in _calls(clues):
        if name_of(call) in ("int", "round", "floor", "ceil", "trunc"):
            yield call.lineno, call.args
    for node in clues.nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
            yield node.lineno, [node]


_WORDS = ("age", "aging", "rank", "wait", "came", "since", "prio", "effective", "urgen", "arriv")
_TIMES = (
    "time",
    "moment",
    "clock",
    "now",
    "came",
    "since",
    "wait",
    "sec",
    "elapsed",
    "start",
    "born",
    "ago",
)
_PATIENCE = ("ttl", "timeout", "deadline", "patien", "left", "remain")


def _about_rate(tree: ast.AST) -> bool:
    """Whether this expression speaks of the rate by the name that the gate is given."""
    return _speaks_of(tree, "ageing", "aging")


def _about_a_wait(tree: ast.expr) -> bool:
    """Whether this is a sum with the rate and a time in it."""
    is_sum = isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Add)
    return is_sum and _about_rate(tree) and _speaks_of(tree, *_TIMES)


def _about_age(parts: list[ast.expr]) -> bool:
    """Whether these expressions speak of ages or ranks, and not of how long somebody is patient."""
    spoken = any(_speaks_of(part, *_WORDS) for part in parts)
    return spoken and not any(_speaks_of(part, *_PATIENCE) for part in parts)


def _speaks_of(tree: ast.AST, *words: str) -> bool:
    """Whether a name in this expression has one of these words in it."""
    names = (
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.Attribute)
    )
    return any(word in name.lower() for name in names for word in words)
