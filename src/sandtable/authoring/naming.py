"""Suggests known names for unknown ones, and quotes untrusted text in sentences."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

# maximum number of characters in quoted text
LONGEST_QUOTE = 40


def nearest(name: object, known: Iterable[str]) -> str:
    """The known name closest to `name`, ignoring case; empty if none is close."""
    folded = {one.casefold(): one for one in known}
    found = get_close_matches(str(name)[:LONGEST_QUOTE].casefold(), folded, 1)
    return folded[found[0]] if found else ""


def meant(name: object, known: Iterable[str]) -> str:
    """`; did you mean NEAREST?`, or nothing, to continue a sentence about a wrong name."""
    near = nearest(name, known)
    return f"; did you mean {near}?" if near else ""


def listed(name: object, known: Iterable[str], names: str) -> str:
    """The end of a sentence about a wrong name: a suggestion if there is one, and `names`, which lists what is valid."""
    asked = meant(name, known)
    return f"{asked} {names[0].upper()}{names[1:]}" if asked else f"; {names}"


def quoted(text: str) -> str:
    """Untrusted text as quoted in a sentence: shortened, on one line, in quotation marks."""
    cut = text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"
    return repr(cut)


def shown(value: object) -> str:
    """Any plain value as quoted in a sentence."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**18 else "a number that long"
    if isinstance(value, float):
        return str(value)
    if isinstance(value, Mapping):
        return "a table"
    return "a list" if isinstance(value, list | tuple) else "a date or time"
