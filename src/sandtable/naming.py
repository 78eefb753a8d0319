"""Names that nobody has: which known one was meant."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: object, known: Iterable[str]) -> str:
    """The known name that is most like `name`, whatever its capitals; empty where none is much like it."""
    folded = {one.casefold(): one for one in known}
    found = get_close_matches(str(name).casefold(), folded, 1)
    return folded[found[0]] if found else ""


def meant(name: object, known: Iterable[str]) -> str:
    """`; did you mean NEAREST?`, or nothing, to go on after a wrong name."""
    near = nearest(name, known)
    return f"; did you mean {near}?" if near else ""


def listed(name: object, known: Iterable[str], names: str) -> str:
    """The end of the sentence about a wrong name: which one was meant, if one was, and `names`, which says what there is."""
    asked = meant(name, known)
    return f"{asked} {names[0].upper()}{names[1:]}" if asked else f"; {names}"
