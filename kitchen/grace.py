"""The time that nobody is held to: 'at once' means within it, and two events nearer to each other
than that decide nothing."""

from kitchen.world.wire import SECOND

GRACE = SECOND // 50
"""20 ms, in nanoseconds."""
