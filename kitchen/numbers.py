"""Numbers in a sentence: '1 crate was', '2 crates were'."""


def counted(number: int, kind: str) -> str:
    """'1 crate', '2 crates'."""
    return f"{number} {kind if number == 1 else plural(kind)}"


def plural(kind: str) -> str:
    """'crates', 'branches'."""
    return f"{kind}es" if kind.endswith(("ch", "s")) else f"{kind}s"


def counted_were(number: int, kind: str) -> str:
    """'1 crate was', '2 crates were'."""
    return f"{counted(number, kind)} {were(number)}"


def were(number: int) -> str:
    """'was' after 1."""
    return "was" if number == 1 else "were"
