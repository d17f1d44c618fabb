"""The supplier's rules: who gets in, how long a delivery takes, who is turned away.

No sockets, no clock of its own: it is told what time it is, and says when it has the next answer.
The same rules serve the simulated world and, on the real clock, a plain script.
"""

import heapq
import math
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from kitchen.world import chance
from kitchen.world.ledger import Item
from kitchen.world.wire import SECOND

REFUSAL = SECOND // 100
"""A refusal costs its caller 10 ms, as a real 429 costs a round trip. A delivery during which
somebody is turned away takes as much longer, once: the slowdown for everyone else."""


_NEVER = 1 << 62
"""When an answer is due that nobody has settled yet."""


class Fate(NamedTuple):
    """How one delivery goes, where it isn't left to the day's conditions."""

    seconds: float
    """`math.inf`: until the script answers it, or the caller hangs up."""
    outcome: Literal["crate", "spoiled"] = "crate"


class Conditions(NamedTuple):
    """How the supplier is today. Seconds, as people say them."""

    limit: int = 5
    """Deliveries at once; one more is turned away."""
    fastest: float = 0.05
    """Seconds of the shortest delivery."""
    slowest: float = 0.05
    """Seconds of the longest. Between the two the service's seed decides, for each item."""
    spoiled: frozenset[Item] = frozenset()
    """These items fail at the end of their delivery, every time."""
    closed: tuple[tuple[float, float], ...] = ()
    """Outages, from and until: whoever asks meanwhile is sent away."""
    fates: Mapping[Item, tuple[Fate, ...]] = MappingProxyType({})
    """What becomes of these items, by attempt; the last one goes for all further attempts."""

    kinds: tuple[str, ...] = ()
    """What crates can hold; none: it isn't told."""
    told: int | None = None
    """The limit that callers are told; None: the true one."""

    def kind(self, seed: int, item: Item) -> str:
        """What is in a crate, as the service's seed has it."""
        return self.kinds[chance.number(seed, "kind", item) % len(self.kinds)]

    def weight(self, seed: int, item: Item) -> int:
        """How many kilograms are in a crate: 1 to 99, as the service's seed has it."""
        return 1 + chance.number(seed, "weight", item) % 99

    def fate(self, seed: int, item: Item, attempt: int) -> Fate:
        """How delivery number `attempt` of `item` goes."""
        fates = self.fates.get(item)
        if fates is not None:
            return fates[min(attempt, len(fates) - 1)]
        outcome: Literal["crate", "spoiled"] = "spoiled" if item in self.spoiled else "crate"
        return Fate(self.seconds(seed, item, attempt), outcome)

    def seconds(self, seed: int, item: Item, attempt: int) -> float:
        """How long delivery number `attempt` of `item` takes."""
        if self.fastest == self.slowest:
            return self.fastest
        spread = self.slowest - self.fastest
        return self.fastest + spread * chance.draw(seed, "seconds", item, attempt)


class Delivery:
    """One call of a caller, from the door to the answer."""

    __slots__ = ("due", "gone", "item", "number", "outcome", "slowed")

    def __init__(self, number: int, item: Item, due: int, outcome: str) -> None:
        self.number = number
        self.item = item
        self.due = due
        self.outcome = outcome
        """'crate', 'spoiled', or why it was turned away: 'busy' or 'closed'."""
        self.slowed = False
        self.gone = False
        """Answered, or hung up: an entry left in the line of due answers is stale."""


class Supplier:
    """Accepts, refuses and answers deliveries by the day's conditions."""

    def __init__(self, conditions: Conditions, seed: int) -> None:
        self.conditions = conditions
        self._seed = seed
        self._attempts: Counter[Item] = Counter()
        self._inside: dict[int, Delivery] = {}  # deliveries in progress, by number
        self._answers: list[tuple[int, int, Delivery]] = []  # heap of (due, order of entry, ...)
        self._entries = 0
        self._settled: set[Item] = set()  # over as soon as they are asked for

    def ask(self, now: int, number: int, item: Item) -> Delivery:
        """A caller at the door at `now`. The outcome is settled; the answer comes when due."""
        conditions = self.conditions
        if conditions.closed and self._is_closed(now):
            delivery = Delivery(number, item, now + REFUSAL, "closed")
        elif len(self._inside) >= conditions.limit:
            delivery = Delivery(number, item, now + REFUSAL, "busy")
            self._slow_everyone()
        else:
            attempt = self._attempts[item]
            self._attempts[item] += 1
            fate = conditions.fate(self._seed, item, attempt)
            seconds = 0.0 if item in self._settled else fate.seconds
            due = _NEVER if math.isinf(seconds) else now + round(seconds * SECOND)
            self._settled.discard(item)
            delivery = Delivery(number, item, due, fate.outcome)
            self._inside[number] = delivery
        self._enter(delivery)
        return delivery

    def settle(self, now: int, item: Item) -> None:
        """The delivery of `item` is over: now, or as soon as it is asked for."""
        for delivery in self._inside.values():
            if delivery.item == item:
                delivery.due = now
                self._enter(delivery)
                return
        self._settled.add(item)

    def leave(self, delivery: Delivery) -> None:
        """The caller is gone, with his crate or without: the place is free, no answer is due."""
        delivery.gone = True
        self._inside.pop(delivery.number, None)

    @property
    def due(self) -> int | None:
        """When the next answer is due, or None."""
        answers = self._answers
        while answers:
            due, _, delivery = answers[0]
            if not delivery.gone and delivery.due == due:
                return due
            heapq.heappop(answers)  # hung up, or slowed since and entered anew
        return None

    def answer(self, now: int) -> Delivery | None:
        """The next delivery whose answer is due by `now`; its place is free from here on."""
        due = self.due
        if due is None or due > now:
            return None
        delivery = heapq.heappop(self._answers)[2]
        delivery.gone = True
        self._inside.pop(delivery.number, None)
        return delivery

    def _is_closed(self, now: int) -> bool:
        closed = self.conditions.closed
        return any(start * SECOND <= now < end * SECOND for start, end in closed)

    def _enter(self, delivery: Delivery) -> None:
        if delivery.due >= _NEVER:
            return
        self._entries += 1
        heapq.heappush(self._answers, (delivery.due, self._entries, delivery))

    def _slow_everyone(self) -> None:
        for delivery in self._inside.values():
            if not delivery.slowed:
                delivery.slowed = True
                delivery.due += REFUSAL
                self._enter(delivery)
