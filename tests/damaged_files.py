"""What strangers hand in: files that were damaged on the way or on purpose, and what a sentence about them may not hold."""

import json
import re

from hypothesis import strategies as some

# no plain sentence has one of these; what it quotes from a file is taken out before
PYTHON = re.compile(
    r"Traceback|Exception|\*\*|`|\$\.|\bself\b|\bargument|unpack|subscript|attribute|iterable|unhashable|recursion|codec|decode"
    r"|NoneType|\bNone\b|\bTrue\b|\bFalse\b|\bint\b|\bstr\b|\bdict\b|\bfloat\b|\bbool\b|\btuple\b|\w+Error\b|<class|0x[0-9a-f]{6}"
)
QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")

DEEP = "[" * 20_000 + "]" * 20_000
# values that stand where something else belongs; text that would be told apart from nothing if it were Python
VALUES = (
    None, True, -1, 0, 5, 2**63, 10**30, 0.5, 1e300, "", "x", "\x1b[31m\x07", "\u2028", "é" * 500,
    [], [1, 2], ["a", "b", "c"], {}, {"self": 1}, {"game": "x", "spec": 1}, [[[[1]]]],
)  # fmt: skip
# what JSON has no right to hold
ODD = ("NaN", "-Infinity", "1e400", "9" * 5000, '"\\ud800"', '{"a":1,"a":2}', "tru", "'a'", "", DEEP)


def is_plain(said):
    """Whether `said` is one sentence on one line with a full stop, and nothing in it is Python."""
    return (
        bool(re.fullmatch(r"\S.*\S", said))
        and said.count("\n") == 0
        and not PYTHON.search(QUOTED.sub("", said))
    )


@some.composite
def damaged(draw, text):
    """The `text` of a file of JSON lines, damaged once or several times."""
    lines = text.rstrip("\n").split("\n")
    for _ in range(draw(some.integers(1, 3))):
        change = draw(
            some.sampled_from((_replaced, _replaced, _odd, _without, _dropped, _doubled, _cut, _flipped))
        )
        at = draw(some.integers(0, len(lines) - 1))
        lines = change(draw, list(lines), at) or [""]
    return "\n".join(lines) + draw(some.sampled_from(("", "\n", "\n\n", "\r\n", "\0")))


def _fields(line):
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and found else None


def _at_field(draw, lines, at, made):
    """The lines with `made(text)` in place of the text of one value."""
    fields = _fields(lines[at])
    if fields is None:
        return lines
    name = draw(some.sampled_from(sorted(fields)))
    parts = [
        f"{json.dumps(key)}:{made(value) if key == name else json.dumps(value)}"
        for key, value in fields.items()
    ]
    lines[at] = f"{{{','.join(parts)}}}"
    return lines


def _replaced(draw, lines, at):
    return _at_field(draw, lines, at, lambda _: json.dumps(draw(some.sampled_from(VALUES))))


def _odd(draw, lines, at):
    return _at_field(draw, lines, at, lambda _: draw(some.sampled_from(ODD)))


def _without(draw, lines, at):
    fields = _fields(lines[at])
    if fields is not None:
        del fields[draw(some.sampled_from(sorted(fields)))]
        lines[at] = json.dumps(fields)
    return lines


def _dropped(_, lines, at):
    return lines[:at] + lines[at + 1 :]


def _doubled(_, lines, at):
    return lines[: at + 1] + lines[at:]


def _cut(draw, lines, at):
    return [*lines[:at], lines[at][: draw(some.integers(0, len(lines[at])))]]


def _flipped(draw, lines, at):
    line = lines[at]
    if line:
        place = draw(some.integers(0, len(line) - 1))
        lines[at] = line[:place] + draw(some.characters()) + line[place + 1 :]
    return lines
