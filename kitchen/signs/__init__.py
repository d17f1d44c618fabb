"""Signs by which common mistakes are recognised, for any case with a gate before a supplier.

A gate is a lock or semaphore. Each sign looks at one replayed service and says where the mistake
is, or None. Evidence from the stove (the trace) and the source name the line; a sign may be wrong
about a hostile attempt, and the verdict does not depend on it.
"""
