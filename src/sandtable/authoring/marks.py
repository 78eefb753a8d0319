"""The marks of a rule text: `*original*` marks the designer's own rule, `*ruling*` settles what that rule leaves open,
and `*filled in*` marks an addition.
"""

import re

MARKS = ("original", "ruling", "filled in")

_EMPHASISED = re.compile(rf"\*({'|'.join(MARKS)})\*")
_RENDERED = re.compile(rf"<em>({'|'.join(MARKS)})</em>")


def plain(text: str) -> str:
    """The Markdown `text` with its marks in brackets, as in `[ruling]`, so that they are not mistaken for emphasis."""
    return _EMPHASISED.sub(r"[\1]", text)


def labelled(html: str) -> str:
    """The rendered `html` with its marks as labels, each with the class `mark` and a class of its own; screen readers
    also read a colon.
    """
    return _RENDERED.sub(_label, html)


def _label(found: re.Match[str]) -> str:
    mark = found[1]
    return f'<span class="mark {mark.replace(" ", "-")}">{mark}<span class="hidden-text">: </span></span>'
