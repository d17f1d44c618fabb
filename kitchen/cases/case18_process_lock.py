"""Case 18: two branches, one stock list.

The branches of the restaurant are processes of their own. They share one office (a cache in a
folder) and one supplier who takes one call. Each takes its deliveries: reads the stock, phones,
writes the stock. Between any two operations on the office another branch may go on, so updates get
lost, and the phone is engaged.

Services 1 to 5 show one thing each. From 6 on each holds twenty orders of turns: the same small
round of deliveries, and branches that are late at other operations.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from kitchen.case import (
    Case,
    Check,
    Clues,
    Entry,
    Figure,
    Finding,
    Hint,
    Mistake,
    Number,
    Remark,
    Served,
    Service,
    Sighting,
    Smaller,
)
from kitchen.encounters import picture
from kitchen.numbers import were
from kitchen.parts import Parts
from kitchen.signs import branches
from kitchen.world import chance
from kitchen.world.ledger import Ledger
from kitchen.world.order import MOST_IN_A_ROW, Turns, in_a_row
from kitchen.world.script import OFFICE, SUPPLIER, Begin, Round
from kitchen.world.supplier import Conditions
from kitchen.world.wire import SECOND

PART = 4
TITLE = "Two branches, one stock list"
ENTRY = Entry("take_delivery", ("office", "supplier", "item"))
STOCK = "stock"

BRANCHES, EACH = 3, 2
"""Branches, and items that each of them takes."""

FIRST_ORDERS = 6
ORDERS = 20
"""Orders of turns in one service."""

SERVICES_OF_ORDERS = 25
LATE_ONCE, LATE_TWICE = 60, 240
"""Orders in which one branch is late, at one operation or two; in the further ones by chance."""

LONG = 0.05
"""Seconds that a branch is late in every other order: longer than a delivery takes, so that others
have theirs meanwhile. In the orders between, until the others have had their turn."""

MOST_POINTS = 30
"""A round of six deliveries has fewer points than that, in most files."""

PLAIN = frozenset({"even", "branches"})
SPOILED = frozenset({"spoiled"})
ORDER = frozenset({"order"})


# --- services ---------------------------------------------------------------------------------


def service(number: int) -> Service:
    """Service `number`: one of the five that show one thing each, or twenty orders of turns."""
    plain = Conditions(limit=1, kinds=("flour",))
    directed = {
        1: ("even", "3 branches, 2 items of 0.05 s each", 3, plain),
        2: ("branches", "2 branches, 2 items each", 2, plain),
        3: ("branches", "4 branches, 7 items", 4, plain),
        4: ("spoiled", "3 branches, item 1 is spoiled", 3, plain._replace(spoiled=frozenset({1}))),
        5: (
            "spoiled",
            "3 branches, items 2, 3 and 6 are spoiled",
            3,
            plain._replace(spoiled=frozenset({2, 3, 6})),
        ),
    }
    if number in directed:
        kind, title, branches, conditions = directed[number]
        items = branches * EACH - (number == 3)  # there, one who has his only item is done
        return _service(number, kind, title, branches, items, conditions, [Turns()])
    return _of_orders(number, tuple(range(1, ORDERS + 1)))


def _of_orders(number: int, kept: Parts) -> Service:
    """A service of orders with only these of its twenty."""
    first = (number - FIRST_ORDERS) * ORDERS
    conditions = Conditions(limit=1, kinds=("flour",), fastest=0.005, slowest=0.02)
    title = f"3 branches, orders of turns {first + 1} to {first + ORDERS}"
    turns = [_turns(first + order) for order in kept]
    # Items of their own, so that an order goes the same way without the others before it.
    firsts = [10 * order + 1 for order in kept]
    items = BRANCHES * EACH
    return _service(number, "order", title, BRANCHES, items, conditions, turns, firsts)


def _service(
    number: int,
    kind: str,
    title: str,
    branches: int,
    items: int,
    conditions: Conditions,
    turns: list[Turns],
    firsts: Sequence[int] = (1,),
) -> Service:
    """Rounds of deliveries, each with its order of turns and the number of its first item; the
    books are looked at after each."""
    books: Round = (Begin("count", (STOCK,), stove=branches),)
    rounds: list[Round] = []
    for first in firsts:
        deliveries = (
            Begin(
                "take_delivery", (OFFICE, SUPPLIER, first + place), stove=(place - items) % branches
            )
            for place in range(items)
        )
        rounds += [tuple(deliveries), books]
    return Service(
        number,
        kind,
        title,
        ENTRY,
        conditions,
        tuple(rounds),
        stage="branch",
        stoves=branches,
        office=True,
        orders=tuple(one for order in turns for one in (order, Turns())),
    )


def _even(branches: int = BRANCHES, each: int = EACH, **otherwise: Any) -> Service:
    """The first service with other numbers in it."""
    even = service(1)
    conditions = even.conditions._replace(**otherwise)
    return _service(1, even.kind, even.title, branches, branches * each, conditions, [Turns()])


NUMBERS = (
    Number(
        "branches",
        f"how many branches there are; each takes {EACH} items",
        "1..6",
        lambda count: _even(branches=count),
        most=12,
    ),
    Number(
        "items",
        "how many items each branch takes",
        "1..8",
        lambda count: _even(each=count),
        most=50,
    ),
    Number(
        "delay",
        "how long one call takes",
        "0.01..0.1",
        lambda long: _even(fastest=long, slowest=long),
        unit="s",
        whole=False,
        least=0.001,
        most=2,
    ),
)


@lru_cache(1024)
def _turns(order: int) -> Turns:
    """Where somebody is late in order of turns `order`, from 1, and for how long."""
    draw = partial(chance.draw, order, "late")
    seconds = LONG * (order % 2)
    if order <= LATE_ONCE:
        return Turns(((order + 1) // 2,), seconds)
    if order <= LATE_ONCE + LATE_TWICE:
        return Turns(tuple(sorted({1 + int(MOST_POINTS * draw(n)) for n in range(2)})), seconds)
    share = (0.05, 0.1, 0.2, 0.4)[order // 2 % 4] / (1 + order % 2)
    late = tuple(point for point in range(1, 2 * MOST_POINTS) if draw(point) < share)
    return Turns(late or (order % MOST_POINTS + 1,), seconds)


# --- what is promised ---------------------------------------------------------------------------


def _rounds(served: Served) -> list[tuple[Ledger, Ledger]]:
    """The rounds of deliveries, each with the round in which the books were looked at."""
    count = len(served.service.script)
    return [
        (served.ledger.part(place), served.ledger.part(place + 1)) for place in range(0, count, 2)
    ]


def nothing_lost(served: Served) -> Finding:
    """The stock is the sum of what was delivered, after every round."""
    figure = ""
    items = len(_items(served.service))
    for ledger, books in _rounds(served):
        failed = ledger.of("raised")
        if failed:
            error = served.errors[failed[0].number]
            said = f"{error.type}: {error.text}" if error.text else error.type
            return Finding(False, "take_delivery raised", f"take_delivery raised {said}.")
        came = ledger.kilograms
        odd = books.marks("odd stock")
        if odd:
            return Finding(False, "no stock", f'office["stock"] is {odd[0].item}.')
        stock = books.in_stock
        figure = f"{stock} of {came} kg"
        if stock != came:
            seen = f"{came} kg were delivered; the office's stock says {stock} kg."
            return Finding(False, figure, seen)
        if ledger.delivered != items:
            seen = f"Of {items} items {ledger.delivered} were delivered."
            return Finding(False, f"{ledger.delivered} of {items} delivered", seen)
    return Finding(True, figure)


def one_at_a_time(served: Served) -> Finding:
    """Never two calls at the door, refused ones included."""
    ledger = served.ledger
    if not ledger.count("asked"):
        return Finding(False, "nobody phoned", "Nobody ever phoned the supplier.")
    away = ledger.turned_away
    seen = f"{ledger.peak} calls stood at a door that takes one; {away} {were(away)} turned away."
    return Finding(ledger.peak <= 1, f"peak {ledger.peak}", seen)


def way_is_free(served: Served) -> Finding:
    """A spoiled item is raised by its own call; all others are delivered, and counted."""
    ledger, books = _rounds(served)[0]
    items = _items(served.service)
    spoiled = served.service.conditions.spoiled
    for call, item in enumerate(items):
        end, error = ledger.end_of(call), served.errors.get(call)
        if item in spoiled and (end is None or error is None):
            return Finding(False, "not told", f"Item {item} was spoiled, and its call returned.")
        if item in spoiled and error is not None and error.inner_type != "Spoiled":
            seen = f"Item {item} was spoiled, and its call raised {error.inner_type}."
            return Finding(False, f"raised {error.inner_type}", seen)
        if item not in spoiled and (end is None or end.kind != "returned"):
            what = "no end" if error is None else f"raised {error.type}"
            return Finding(False, what, f"Item {item} was sound, and its call did not return.")
    shut = _shut(ledger)
    if shut > _bound(served.service) / 2:
        seen = f"After a spoiled item nobody phoned for {shut:.2f} s, and others wanted to."
        return Finding(False, f"{shut:.2f} s shut", seen)
    came, stock = ledger.kilograms, books.in_stock
    if came != stock or ledger.delivered != len(items) - len(spoiled):
        seen = f"{came} kg of sound items were delivered; the office's stock says {stock} kg."
        return Finding(False, f"{stock} of {came} kg", seen)
    return Finding(True)


def waiting_is_cheap(served: Served) -> Finding:
    """In time, and asleep between two looks."""
    took, bound = served.ledger.took, _bound(served.service)
    streak = in_a_row(served.ledger)
    if streak > MOST_IN_A_ROW:
        seen = f"A branch went to the office {streak} times in a row, without a pause."
        return Finding(False, f"{streak} looks in a row", seen)
    seen = f"One call after the other takes {bound / 2:.2f} s; this took {took:.2f} s."
    return Finding(took < bound and took > 0, f"took {took:.2f} s", seen)


def _shut(ledger: Ledger) -> float:
    """The longest time, in seconds, from a spoiled item to the next call."""
    longest, since = 0, None
    for event in ledger.of("asked", "failed"):
        if event.kind == "failed":
            since = event.at
        elif since is not None:
            longest, since = max(longest, event.at - since), None
    return longest / SECOND


def _items(service: Service) -> list[int]:
    return [step.args[2] for step in service.script[0] if isinstance(step, Begin)]


def _bound(service: Service) -> float:
    """Twice the time of the calls themselves."""
    conditions = service.conditions
    return 2 * sum(conditions.seconds(service.number, item, 0) for item in _items(service))


CHECKS = (
    Check(
        lambda s: "no delivery is lost",
        nothing_lost,
        PLAIN | ORDER,
        counted=ORDER,
        count_of="orders of turns",
    ),
    Check(
        lambda s: "never two on the phone, none turned away",
        one_at_a_time,
        PLAIN | ORDER,
        witnesses=SPOILED,
    ),
    Check(lambda s: "a spoiled delivery leaves the way free", way_is_free, SPOILED),
    Check(lambda s: f"waiting costs little: under {_bound(s):.2f} s", waiting_is_cheap, PLAIN),
)

NONE_LOST, ONE_CALL, WAY_FREE, WAITING = range(len(CHECKS))

MISTAKES = (
    Mistake(
        "asks-again",
        "Who was turned away asks again, until the phone happens to be free. Each refusal costs a "
        "round trip and slows the others down. What could tell a branch beforehand that the phone "
        "is taken?",
        branches.asks_again,
    ),
    Mistake(
        "one-process-only",
        "This lock lives in one process. Every branch imports the file and has a lock of its own, "
        "which no other ever sees. What do all of them see?",
        branches.threads_only,
    ),
    Mistake(
        "another-folder",
        "This claim is made in a cache of the branch's own, in another folder. The others look "
        "into theirs. The office is the folder that all of them share.",
        branches.other_folder,
    ),
    Mistake(
        "claim-of-its-own",
        "Each branch makes a claim under a key of its own ({key} is one of them), so nobody finds "
        "another's. Under which key must all of them ask?",
        branches.of_its_own,
    ),
    Mistake(
        "claim-ignored",
        "`add` says by False that the claim is somebody else's, and here the branch goes on all "
        "the same. What should it do until it gets True?",
        branches.ignored,
    ),
    Mistake(
        "claim-runs-out",
        "This claim ends by itself, and its branch is still on the phone by then: the next one "
        "gets in beside it. How long may a call take? An end must come well after that.",
        branches.ran_out,
    ),
    Mistake(
        "claim-deleted",
        "This takes a claim away that another branch has: who failed to get it, or was through "
        "long ago, lets the next one in. Only who got it may delete it.",
        branches.of_another_deleted,
    ),
    Mistake(
        "lock-file-removed",
        "The file is removed here, and others have it open and wait for their lock on it. They get "
        "one on a file without a name, and who comes next makes a new file and locks that: two "
        "files, two locks. Leave the file where it is.",
        branches.lock_file_removed,
        of_errors=True,
    ),
    Mistake(
        "claim-in-two-steps",
        "Here a branch looks whether there is a claim, and makes one in a second step. Between the "
        "two another branch may look as well, and find nothing either. Which operation looks and "
        "writes in one?",
        branches.in_two_steps,
        of_errors=True,
    ),
    Mistake(
        "given-back-early",
        "The claim is given back here, before the call that it should keep the others from.",
        branches.held_too_briefly,
    ),
    Mistake(
        "claim-after-the-call",
        "The claim is taken here, when the call is over: it keeps the others from the stock, and "
        "nobody from the phone. What must be inside?",
        branches.after_the_call,
    ),
    Mistake(
        "count-only",
        "This counts right in one step, whoever else counts. But nothing keeps two branches from "
        "the phone: the call needs a claim of its own.",
        branches.count_only,
    ),
    Mistake(
        "no-claim",
        "Every branch phones as soon as it gets here, and the supplier takes one call. A branch is "
        "a process: what can it ask, or leave behind, that the others see?",
        branches.unclaimed,
    ),
    Mistake(
        "count-outside",
        "The call is claimed, but this step of the count happens outside the claim. Between "
        "reading the stock and writing it another branch does the same, and one of the two "
        "deliveries is lost.",
        branches.counted_outside,
    ),
    Mistake(
        "read-then-written",
        "What is read here is old by the time it is written back: another branch wrote in "
        "between, and its delivery is lost. Read and write must be one step: a claim round both, "
        "`office.incr`, or `office.transact()`.",
        lambda clues: None if branches.crowded(clues) else branches.read_then_written(clues),
    ),
    Mistake(
        "losers-stay-counted",
        "Who isn't the first has counted itself in all the same, and is never counted out: the "
        "count never comes back to nothing, and nobody is the first again. Take it back before "
        "the next try.",
        branches.losers_counted,
    ),
    Mistake(
        "not-given-back",
        "An item was spoiled, and nobody gives back what was claimed here: all others wait for it. "
        "Give it back whatever happens: `try` and `finally`.",
        lambda clues: branches.not_given_back(clues) if _is_shut(clues) else None,
    ),
    Mistake(
        "spoiled-swallowed",
        "An item was spoiled, and nobody is told: the error ends here. Give back what was claimed, "
        "and let `Spoiled` go on to the caller.",
        lambda clues: _in_check(clues, WAY_FREE, branches.swallowed(clues)),
    ),
    Mistake(
        "spoiled-changed",
        "An item was spoiled, and its caller gets {error} instead of `Spoiled`. Let the supplier's "
        "own error pass.",
        lambda clues: _in_check(clues, WAY_FREE, branches.changed(clues)),
        of_errors=True,
    ),
    Mistake(
        "gives-up",
        "Where the way is taken this returns, and its item is never ordered. It was asked to take "
        "a delivery: it must wait until it can.",
        branches.gives_up,
    ),
    Mistake(
        "miscounted",
        "Nobody was in anybody's way here, and the sum is wrong all the same. "
        '`office["stock"]` is the sum of the `weight` of every crate.',
        lambda clues: branches.miscounted(clues) if _goes_wrong_evenly(clues) else None,
    ),
    Mistake(
        "no-pause",
        "Who waits here goes round and round without a pause, and keeps a whole core busy with "
        "nothing. `time.sleep` between two looks.",
        lambda clues: branches.no_pause(clues) if _goes_round(clues) else None,
    ),
    Mistake(
        "sleeps-too-long",
        "The way is free, and those who wait for it are asleep here. A call takes 0.05 s: look "
        "more often than that.",
        lambda clues: _in_check(clues, WAITING, branches.sleeps(clues)),
    ),
)


def _in_check(clues: Clues, place: int, sighting: Sighting | None) -> Sighting | None:
    return sighting if clues.check == place else None


def _goes_wrong_evenly(clues: Clues) -> bool:
    """Whether the count is wrong where no branch is ever late, too."""
    even = clues.even
    return clues.check == NONE_LOST and even is not None and not nothing_lost(even).passed


def _is_shut(clues: Clues) -> bool:
    """Whether nobody gets through after a spoiled item, for ever or for long."""
    return not clues.served.outcome.finished or _shut(clues.ledger) > _bound(clues.service) / 2


def _goes_round(clues: Clues) -> bool:
    return clues.check == WAITING and in_a_row(clues.ledger) > MOST_IN_A_ROW


def _in_transaction(served: object, clues: object) -> Sighting | None:
    traced = clues(1)  # type: ignore[operator]
    ask = next(branches.within_transaction(traced), None)
    return None if ask is None else Sighting(ask.line)


REMARKS = (
    Remark(
        "office-locked",
        "The call is made within a transaction: for as long as it takes nobody can "
        "write anything to the office, whatever it is about. A claim keeps only those away who "
        "want the same.",
        _in_transaction,
    ),
)

HINTS = (
    Hint(
        frozenset({"no-claim", "count-only", "asks-again", "claim-after-the-call"}),
        (
            "The first thing that two branches do at the same time is to phone. What keeps the "
            "second one from it, and where would it see that?",
            "An entry in the office that says that the phone is taken: made before the call, and "
            "deleted after it. `office.add(key, value)` makes it for one branch only.",
            '`while not office.add("on the phone", True): time.sleep(0.01)` before '
            "`supplier.phone(item)`.",
        ),
    ),
    Hint(
        frozenset({"one-process-only", "another-folder", "claim-of-its-own"}),
        (
            "Every branch has a copy of this file, of its globals, and of its locks. What is there "
            "only once?",
            "The office that is handed in, and one key in it: the same for every branch and every "
            "item.",
            'A key with nothing in it that differs: `office.add("on the phone", item)`.',
        ),
    ),
    Hint(
        frozenset(
            {
                "claim-in-two-steps",
                "claim-ignored",
                "claim-deleted",
                "lock-file-removed",
                "claim-runs-out",
                "given-back-early",
                "losers-stay-counted",
            }
        ),
        (
            "From which moment to which does exactly one branch have the claim? Go through it with "
            "two branches, one line each in turn.",
            "`add` looks and writes in one step, and says True to one of all who try. Who got "
            "False waits and asks again; who got True, and nobody else, deletes.",
            '`while not office.add("on the phone", True): time.sleep(0.01)`; only below it `try:` '
            'with the call, and `finally: office.delete("on the phone")`.',
        ),
    ),
    Hint(
        frozenset({"count-outside", "read-then-written"}),
        (
            "What is in the stock when it is read, and what when it is written? Who was there in "
            "between?",
            "`office.incr(key, number)` reads, adds and writes inside the office, and lets nobody "
            "in between. With `get` and `set` both belong in one claim, or in one transaction.",
            '`office.incr("stock", crate.weight)`, in the line below the call.',
        ),
    ),
    Hint(
        frozenset({"miscounted"}),
        (
            "Order two items alone, of 3 and 4 kg, into an empty office. Which keys are there "
            "after each, and with which numbers?",
            "There is one key for the stock, and to what stands there each branch adds what its "
            "crate weighs: not how many crates came, and not instead of what stood there.",
            '`office.incr("stock", crate.weight)`: the key as the promise spells it, and the '
            "crate's own weight.",
        ),
    ),
    Hint(
        frozenset({"not-given-back", "spoiled-swallowed", "spoiled-changed"}),
        (
            "`supplier.phone` may raise. Which lines are then left out, and who hears of it?",
            "What stands in a `finally` is done on every way out, and the error goes on to the "
            "caller by itself, as long as nothing catches it and nothing is returned there.",
            '`try: crate = supplier.phone(item)` ... `finally: office.delete("on the phone")`, and '
            "no `except`.",
        ),
    ),
    Hint(
        frozenset({"no-pause", "sleeps-too-long", "gives-up"}),
        (
            "What does a branch do while another one is on the phone, how often, and until when?",
            "It sleeps for a small part of a call, looks, and sleeps again, until it gets True: "
            "no count of tries and no time ends that.",
            '`while not office.add("on the phone", True): time.sleep(0.01)`.',
        ),
    ),
    Hint(
        frozenset(),
        (
            "What stands between reading the stock and writing it? Who else can go on there?",
            "`office.add(key, value)` writes only where nothing is: of all who try, one gets True.",
            '`while not office.add("on the phone", True): time.sleep(0.01)`, then `try:` the call '
            'and the count, `finally: office.delete("on the phone")`.',
        ),
    ),
)

CASE = Case(
    entry=ENTRY,
    service=service,
    services=FIRST_ORDERS - 1 + SERVICES_OF_ORDERS,
    figures=(
        Figure("delivered", lambda ledger: ledger.delivered),
        Figure("turned away", lambda ledger: ledger.turned_away),
        Figure("in stock", lambda ledger: f"{ledger.in_stock} of {ledger.kilograms} kg"),
    ),
    checks=CHECKS,
    mistakes=MISTAKES,
    remarks=REMARKS,
    hints=HINTS,
    intended="no-claim",
    numbers=NUMBERS,
    picture=picture,
    smaller=Smaller("orders", lambda s: len(s.script) // 2 if s.kind == "order" else 0, _of_orders),
)
