"""The world by hand: what stoves say, and what they are told. No process, no socket."""

from typing import Any

import pytest

from kitchen.world.order import Turns
from kitchen.world.outcome import Outcome
from kitchen.world.script import SUPPLIER, Begin, Cancel, Fork, Round, Step, Stop, StopBefore
from kitchen.world.supplier import Conditions
from kitchen.world.turns import World
from kitchen.world.wire import SECOND, Malformed

EVEN = round(0.05 * SECOND)


def world(
    *rounds: Round, limit: int = 1, stoves: int = 1, unborn: tuple[int, ...] = (), **options: Any
) -> World:
    made = World(Conditions(limit=limit), rounds, seed=1, **options)
    for number in range(stoves):
        made.join(number, {"setup": number}, unborn=number in unborn)
    made.start()
    return made


def told(made: World) -> list[tuple[int, Any]]:
    """What the world has to say, set-ups left out."""
    said = [(number, message) for number, message in made.out if not isinstance(message, dict)]
    made.out.clear()
    return said


def calls(*at: float) -> Round:
    return tuple(Begin("restock", (SUPPLIER, [1]), moment) for moment in at)


def test_the_script_begins_a_call_with_the_first_turn() -> None:
    made = world(calls(0.0))
    assert told(made) == [(0, [0, None, [["begin", 0, "restock", [{"$": "supplier"}, [1]]]]])]


def test_the_clock_jumps_to_the_answer_when_nobody_is_ready() -> None:
    made = world(calls(0.0))
    told(made)
    made.hear(0, [5_000, None, [["ask", 1, 7]]])
    ((_, (now, horizon, events)),) = told(made)
    assert (now, horizon) == (5_000 + EVEN, None)
    assert events[0][:2] == ["crate", 1]


def test_a_stove_cannot_run_its_clock_past_what_is_due() -> None:
    made = world(calls(0.0))
    told(made)
    made.hear(0, [0, 0, [["ask", 1, 7]]])
    ((_, (now, horizon, events)),) = told(made)
    assert (now, horizon, events) == (0, EVEN, [])
    made.hear(0, [100 * SECOND, None, []])
    ((_, (now, _, events)),) = told(made)
    assert now == EVEN
    assert events[0][0] == "crate"


def test_a_stove_cannot_set_its_clock_back() -> None:
    made = world(calls(0.0))
    told(made)
    made.hear(0, [1_000, 1_000, []])
    told(made)
    made.hear(0, [0, None, [["ask", 1, 7]]])
    assert made.ledger.of("asked")[0].at == 1_000


def test_a_cancel_comes_at_its_moment_and_a_finished_call_gets_none() -> None:
    made = world((*calls(0.0), Cancel(0, 0.01)))
    told(made)
    made.hear(0, [0, None, []])
    assert told(made) == [(0, [SECOND // 100, None, [["cancel", 0]]])]
    late = world((*calls(0.0), Cancel(0, 0.01)))
    told(late)
    late.hear(0, [0, None, [["done", 0, "returned", None]]])
    assert late.ledger.count("cut") == 0


def test_nothing_due_and_a_call_open_is_a_deadlock_with_its_reasons() -> None:
    made = world(calls(0.0))
    told(made)
    made.hear(0, [0, None, []])
    assert told(made) == [(0, [0, None, [["report"]]])]
    made.hear(0, [0, None, [["report", [["order", 12, "waits in Semaphore.acquire"]]]]])
    assert told(made) == [(0, [0, None, [["end"]]])]
    made.hear(0, [0, None, [["gone"]]])
    assert made.outcome is not None
    assert made.outcome.end == "deadlock"
    assert made.outcome.waiting[0].line == 12


def test_a_second_round_begins_at_rest_and_what_still_waits_is_kept() -> None:
    made = world(calls(0.0), calls(0.0))
    told(made)
    made.hear(0, [0, None, [["done", 0, "returned", None]]])
    told(made)
    made.hear(0, [0, None, [["report", [["worker", 3, "waits in Queue.get"]]]]])
    ((_, (_, _, events)),) = told(made)
    assert events[0][:2] == ["begin", 1]
    assert [w.who for w in made.left[0]] == ["worker"]


def test_one_stove_runs_at_a_time() -> None:
    made = world(calls(0.0), stoves=2)
    speaker = made.speaker
    assert speaker is not None
    with pytest.raises(Malformed):
        made.hear(1 - speaker, [0, None, []])


def test_while_another_is_ready_a_stove_must_not_run_on() -> None:
    made = started(2, until=0)
    *_, (number, (now, horizon, _, *order)) = told(made)
    assert horizon == now
    assert order == [None, False]
    made.hear(number, [0, 0, []])
    assert made.speaker is not None


def started(stoves: int, *steps: Step, until: int | None = None, **options: Any) -> World:
    """Several stoves, each of which has read its file; `until`: when they want their next turn."""
    made = world(steps or calls(0.0), stoves=stoves, **options)
    for number in range(stoves):
        assert made.speaker == number
        made.hear(number, [0, until, []])
    return made


def order_of(turns: int, late: tuple[int, ...] = ()) -> list[int]:
    """Who has the turn, of three stoves that give it up at once, time after time."""
    made = started(3, until=0, orders=(Turns(late),))
    found: list[int] = []
    for _ in range(turns):
        assert made.speaker is not None
        found.append(made.speaker)
        made.hear(made.speaker, [made.now, made.now, []])
    return found


def test_the_stove_that_gave_up_its_turn_longest_ago_is_next() -> None:
    assert order_of(6) == [0, 1, 2, 0, 1, 2]


def test_a_stove_that_is_late_lets_the_next_one_go_before_it() -> None:
    assert order_of(5, late=(2,)) == [0, 2, 0, 1, 2]


def test_a_stove_passes_points_until_somebody_is_to_be_late() -> None:
    made = started(2, until=0, orders=(Turns((4,)),))
    *_, (_, (_, _, _, free, every)) = told(made)
    assert (free, every) == (2, False)  # the choice between the two was point 1
    made.hear(0, [0, 0, [["office", 3, 3, 3, 12]]])
    assert made.speaker == 1
    looked = made.ledger.of("looked")[0]
    assert (looked.number, looked.item, looked.note) == (0, 3, "3")


def test_a_killed_stove_holds_up_the_others_until_it_is_gone() -> None:
    second = Begin("restock", (SUPPLIER, [2]), stove=1)
    made = started(2, *calls(0.0), second, Stop(0, 0.01), limit=2)
    made.hear(0, [0, None, [["ask", 1, 1]]])
    made.hear(1, [0, None, [["ask", 1, 2]]])
    assert made.doomed == [0]
    assert made.speaker is None
    made.doomed.clear()
    assert made.lost(0, Outcome("died", "by a signal"))
    assert [event.kind for event in made.ledger][-3:] == ["killed", "hung up", "delivered"]
    assert made.speaker == 1
    assert made.outcome is None


def test_a_stove_is_killed_before_the_operation_that_the_script_names() -> None:
    made = world(calls(0.0), stoves=2, stops=(StopBefore(0, 3),))
    made.hear(0, [0, 0, [["before", 2]]])
    assert not made.doomed
    made.hear(1, [0, None, []])
    made.hear(0, [0, 0, [["before", 3]]])
    assert made.doomed == [0]


def test_a_frozen_stove_gets_its_turn_when_it_thaws() -> None:
    steps = (Begin("restock", (SUPPLIER, [1])), Stop(0, 0.02, seconds=1.0))
    made = started(2, *steps)
    made.hear(0, [0, None, [["ask", 1, 1]]])
    assert made.now == SECOND + SECOND // 50
    assert made.speaker == 0
    assert made.ledger.of("delivered")[0].at == EVEN


def test_who_wants_to_write_waits_until_nobody_does() -> None:
    second = Begin("restock", (SUPPLIER, [2]), stove=1)
    made = started(2, *calls(0.0), second)
    made.hear(0, [0, SECOND, [["writes", "office"]]])
    made.hear(1, [0, None, [["wants", "office"]]])
    assert (made.speaker, made.now) == (0, SECOND)
    made.hear(0, [SECOND, None, [["writes", ""]]])
    assert made.speaker == 1


def test_who_wants_to_write_and_is_late_gets_its_turn_when_it_thaws() -> None:
    second = Begin("restock", (SUPPLIER, [2]), stove=1)
    made = started(2, *calls(0.0), second, Stop(1, 0.5, seconds=1.0))
    made.hear(0, [0, SECOND, [["writes", "office"]]])
    made.hear(1, [0, None, [["wants", "office"]]])
    made.hear(0, [SECOND, None, [["writes", ""]]])
    assert (made.speaker, made.now) == (1, SECOND * 3 // 2)


def test_a_stove_that_asks_without_end_is_ended() -> None:
    made = world(calls(0.0), most_asks=3)
    told(made)
    made.hear(0, [0, None, [["ask", n, n] for n in range(1, 6)]])
    ((_, (_, _, events)),) = told(made)
    assert events == [["end"]]
    made.hear(0, [0, None, [["gone"]]])
    assert made.outcome is not None
    assert made.outcome.end == "flood"


def test_a_stove_that_only_takes_turns_is_spinning() -> None:
    made = world(calls(0.0))
    for _ in range(30_000):
        if made.outcome is not None:
            break
        ended = any(message[2] == [["end"]] for _, message in told(made))
        made.hear(0, [made.now, made.now + 1_000, [["gone"]] if ended else []])
    assert made.outcome is not None
    assert made.outcome.end == "spinning"


def test_a_lost_stove_hangs_up_and_its_end_is_the_services() -> None:
    made = world(calls(0.0))
    told(made)
    made.hear(0, [0, 0, [["ask", 1, 7]]])
    made.lost(0, Outcome("died", "exit code 3"))
    assert made.ledger.count("hung up") == 1
    assert made.outcome == Outcome("died", "exit code 3")


@pytest.mark.parametrize(
    "frame",
    [
        None,
        [],
        [0, None],
        ["0", None, []],
        [True, None, []],
        [0, 1.5, []],
        [0, None, "gone"],
        [0, None, [[]]],
        [0, None, [["no such thing"]]],
        [0, None, [["ask", 1]]],
        [0, None, [["ask", "1", 1]]],
        [0, None, [["ask", 1, {"a": 1}]]],
        [0, None, [["ask", 1, 1], ["ask", 1, 2]]],
        [0, None, [["done", 5, "returned", None]]],
        [0, None, [["done", 0, "won", None]]],
        [0, None, [["done", 0, "raised", "oops"]]],
        [0, None, [["done", [], "raised", "oops"]]],
        [0, None, [["gone"]]],
        [1 << 80, None, []],
        [0, None, [["report", [["who", "12", "why"]]]]],
        [0, None, [[["ask"], 1, 1]]],
    ],
)
def test_what_no_stove_sends_is_malformed(frame: Any) -> None:
    made = world(calls(0.0))
    with pytest.raises(Malformed):
        made.hear(0, frame)


# --- a stove that forks ---------------------------------------------------------------------------


def forking(*steps: Step) -> World:
    """Stove 0 is in a call, and has just been told to fork into stove 1."""
    made = world((*calls(0.0), Fork(0, 1), *steps), stoves=2, unborn=(1,))
    assert [number for number, _ in told(made)] == [0]
    made.hear(0, [0, None, []])
    ((number, (*_, free, every)),) = told(made)
    assert (number, free, every) == (0, None, False)
    return made


def test_a_child_joins_when_its_parent_says_so_and_not_before() -> None:
    made = forking(Begin("restock", (), 0.0, 1))
    assert made.born == []
    made.hear(0, [0, None, [["forked", 1, 77]]])
    assert made.born == [(1, 0, 77)]
    ((number, (_, _, events, *_)),) = told(made)
    assert (number, events) == (1, [["begin", 1, "restock", []]])


@pytest.mark.parametrize(
    "said", [["forked", 1], ["forked", 2, 77], ["forked", "1", 77], ["forked", 1, None]]
)
def test_a_child_that_nobody_asked_for_is_nonsense(said: list[Any]) -> None:
    with pytest.raises(Malformed):
        forking().hear(0, [0, None, [said]])


def test_one_child_is_born_once() -> None:
    with pytest.raises(Malformed):
        forking().hear(0, [0, None, [["forked", 1, 77], ["forked", 1, 78]]])


def test_a_service_ends_without_the_child_of_a_lost_parent() -> None:
    made = forking(Stop(0, 0.1))
    made.hear(0, [0, None, []])
    assert made.doomed.pop() == 0
    assert made.lost(0, Outcome("died"))
    assert made.outcome == Outcome("finished")


def test_a_service_ends_when_the_script_has_killed_everybody() -> None:
    made = world((*calls(0.0), Stop(0, 0.1), Stop(1, 0.1)), stoves=2)
    for number in (0, 1, 0):
        made.hear(number, [0, None, []])
    assert made.doomed == [0, 1]
    made.doomed.clear()
    assert made.lost(0, Outcome("died"))
    assert made.lost(1, Outcome("died"))
    assert made.outcome == Outcome("finished")
