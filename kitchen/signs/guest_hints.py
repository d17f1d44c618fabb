"""Hints for gates with guests: what the cases with such a gate have in common.

The mistakes that they are for are those of `guests.mistakes`.
"""

from kitchen.case import Hint

ORDER = Hint(
    frozenset({"futures-compared", "first-come", "upside-down", "ties-by-chance", "wrong-next"}),
    (
        "Look at what is put into the heap, and write down the entries of two who wait, one "
        "below the other. At which place is it decided which is the lesser, and is that the one "
        "who should be next?",
        "The priority as it came, and behind it a number of `itertools.count()`, in order of "
        "arrival: it is never equal, so nothing after it is compared. Only heapq puts in and "
        "takes out, or `heapify` follows.",
        "`heapq.heappush(self._line, (priority, next(self._arrivals), place))`",
    ),
)

GONE = Hint(
    frozenset({"place-to-the-dead", "lost-with-the-waiter", "heap-not-restored"}),
    (
        "A guest goes home from the middle of the line. What of it is still there when its turn "
        "would come, and what becomes then of the place, and of those behind it?",
        "Let its entry lie, and pass over it: `place.done()` tells who has gone. Whoever gives a "
        "place away goes on from one to the next, until one is found who waits or nobody is "
        "left.",
        "`while self._line:` take the next with `heapq.heappop`, and `if not place.done():` "
        "`place.set_result(None)` and `return`; below the loop, for when nobody waits, the place "
        "counts as free.",
    ),
)

CUT_OFF = Hint(
    frozenset({"place-made", "lost-as-granted"}),
    (
        "A guest is cut off at the line where it waits. It may or may not have been given a "
        "place by then: what tells, and which of your lines gives one back in each of the two "
        "cases?",
        "The future tells: who was given a place finds it done and not cancelled, and passes the "
        "place on; who was not finds it cancelled, and gives nothing back. The `finally` of "
        "those who have been inside is another one, and starts after the wait.",
        "Round the wait alone: `except asyncio.CancelledError: if not place.cancelled(): "
        "self._hand_over()`, then `raise`. Below it, not round it: `try: yield` / `finally: "
        "self._hand_over()`.",
    ),
)

BODY = Hint(
    frozenset({"error-changed", "cancel-swallowed", "not-released-on-error"}),
    (
        "One guest raises inside, another is cancelled, inside or in line. Which of your lines "
        "does that pass on its way out, and what is it afterwards?",
        "`try` and `finally`: a `finally` is passed on every way out, and changes nothing as "
        "long as it returns nothing. What an `except` has caught goes on by a bare `raise`.",
        "`try: yield` / `finally: self._hand_over()`, without an `except` between them; in a "
        "class of your own `__aexit__` gives the place back and returns None.",
    ),
)

HAND_OVER = Hint(
    frozenset({"too-many-inside", "slow-to-let-in", "slips-past", "locked-lies"}),
    (
        "One guest leaves, three wait, and in the same moment a newcomer comes to the door. "
        "Whose is the place, line by line, until somebody is inside with it?",
        "Give it away in the very step in which it comes free, by `set_result` on the future of "
        "the one who is next; it counts as free only if nobody waits. Then one number tells a "
        "newcomer and `locked()` all there is to know, and nothing is awaited between the look "
        "at it and the taking.",
        "On the way in `if self._free: self._free -= 1`, else into the line; on the way out "
        "`place.set_result(...)` for the next one, or `self._free += 1` if there is none; and "
        "`locked()` is `self._free == 0`.",
    ),
)

THREADS = Hint(
    frozenset({"threading-primitive"}),
    (
        "Which thread runs this line, and who else lives in that thread?",
        "A future of the loop can be waited for without stopping anybody: who waits awaits it, "
        "and who gives the place away completes it. All of that happens in one thread, so no "
        "lock is needed.",
        "`place = asyncio.get_running_loop().create_future()`, into the line with it, `await "
        "place`; and whoever leaves calls `place.set_result(...)`.",
    ),
)
