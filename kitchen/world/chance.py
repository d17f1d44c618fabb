"""The world's accidents, fixed by numbers.

`draw(seed, ...)` depends on its arguments alone: not on the order of calls, the platform or the
Python version. So the third delivery of crate 7 takes equally long in every attempt, whatever the
attempt asked for before.
"""

_MASK = (1 << 64) - 1


def _mix(state: int) -> int:
    """splitmix64's output function (Steele, Lea, Flood 2014): every bit depends on every other."""
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
    return state ^ (state >> 31)


def number(*parts: int | str) -> int:
    """A 64-bit number that the parts fix."""
    state = 0x9E3779B97F4A7C15
    for part in parts:
        for word in (part,) if isinstance(part, int) else part.encode():
            state = _mix((state + (word & _MASK) + 0x9E3779B97F4A7C15) & _MASK)
    return state


def draw(*parts: int | str) -> float:
    """A number in [0, 1) that the parts fix."""
    return (number(*parts) >> 11) / (1 << 53)
