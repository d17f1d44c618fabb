"""The world's accidents, fixed by numbers.

`draw(seed, ...)` depends on its arguments alone: not on the order of calls, the platform or the
Python version. So the third delivery of crate 7 takes equally long in every attempt, whatever the
attempt asked for before.
"""

from functools import lru_cache

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


def _mix(state: int) -> int:
    """splitmix64's output function (Steele, Lea, Flood 2014): every bit depends on every other."""
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
    return state ^ (state >> 31)


@lru_cache(1024)
def _word(text: str) -> int:
    """A name as a number. There are few names, and they come again and again."""
    state = 0
    for byte in text.encode():
        state = _mix((state + byte + _GOLDEN) & _MASK)
    return state


def number(*parts: int | str, after: int = _GOLDEN) -> int:
    """A 64-bit number that the parts fix. `after`: that of other parts, which go before these."""
    state = after
    for part in parts:
        word = part if isinstance(part, int) else _word(part)
        state = _mix((state + word + _GOLDEN) & _MASK)
    return state


def draw(*parts: int | str, after: int = _GOLDEN) -> float:
    """A number in [0, 1) that the parts fix."""
    return (number(*parts, after=after) >> 11) / (1 << 53)
