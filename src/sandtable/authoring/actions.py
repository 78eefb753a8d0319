"""Actions: one int64 each, declared once as kinds with named fields.

The actions of a game are numbered without gaps, kind by kind. Within a kind, the number is a mixed-radix number of the
fields, the last varying fastest. So an action is its own dense index for learners, and packing, text, parsing and JSON
follow from the declaration:

    ACTIONS = Actions(Kind("pass", "pass"), Kind("move", "move to {tile}", tile=121))
    ACTIONS.codec("move").pack(5) == ACTIONS.pack("move", tile=5)

Rules never compute with an action's number: they use the `codec` of a kind.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from sandtable.authoring.codec import Codec

# number of cached actions per game
UNPACKED = 2048


class Kind:
    """One kind of action: its name, its sentence with `{field}` in it, and the size of each field.

    There must be words between any two fields, because a label may be empty.
    """

    def __init__(self, name: str, sentence: str, **sizes: int) -> None:
        self.name = name
        self.sentence = sentence
        self.sizes = sizes
        self.count = prod(sizes.values())


@dataclass(frozen=True)
class Unpacked:
    """An action split into kind and fields."""

    kind: str
    fields: dict[str, int]


Labels = Mapping[str, Sequence[str]]


class Actions:
    """All actions of a game, in order."""

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = kinds
        self._bases: dict[str, int] = {}
        total = 0
        for kind in kinds:
            self._bases[kind.name] = total
            total += kind.count
        self.count = total
        self._starts = list(self._bases.values())
        self._unpacked = lru_cache(UNPACKED)(self._unpack)

    def base(self, kind: str) -> int:
        """The first action of `kind`; the others follow."""
        return self._bases[kind]

    def end(self, kind: str) -> int:
        """One past the last action of `kind`."""
        return self._bases[kind] + self._kind(kind).count

    def codec(self, kind: str, *others: str) -> Codec:
        """The codec of `kind`, for kernels and wherever speed matters.

        If `others` names kinds that follow it in this order and have the same fields, one more field comes first: the
        index of the kind, from 0. Raises `ValueError` if they do not follow or have different fields.
        """
        sizes, count = self._kind(kind).sizes, 1 + len(others)
        if not others:
            return Codec(self._bases[kind], tuple(sizes.values()))
        first = next(n for n, known in enumerate(self.kinds) if known.name == kind)
        alike = self.kinds[first : first + count]
        fitting = tuple(k.name for k in alike if list(k.sizes.items()) == list(sizes.items()))
        if fitting != (kind, *others):
            raise ValueError(
                f"{', '.join((kind, *others))} must be declared one after another and with the same fields"
            )
        return Codec(self._bases[kind], (count, *sizes.values()))

    def span(self, first: str, last: str) -> Codec:
        """A codec for the actions from kind `first` to kind `last`, whatever their fields; its one field is an action's
        index among them.
        """
        return Codec(self._bases[first], (self.end(last) - self._bases[first],))

    def pack(self, kind: str, /, **fields: int) -> int:
        """The action of `kind` with these fields; `ValueError` names a field that is missing, unknown or out of range."""
        declared = self._kind(kind)
        if set(fields) != set(declared.sizes):
            raise ValueError(
                f"{kind} takes {', '.join(declared.sizes) or 'no field'}, not {', '.join(fields) or 'nothing'}"
            )
        number = 0
        for name, size in declared.sizes.items():
            if not 0 <= fields[name] < size:
                raise ValueError(f"{name} of {kind} must be from 0 to {size - 1}, not {fields[name]}")
            number = number * size + fields[name]
        return self._bases[kind] + number

    def unpack(self, action: int) -> Unpacked:
        """The kind and fields of `action`, not to be modified; `ValueError` if no action has this number."""
        return self._unpacked(action)

    def _unpack(self, action: int) -> Unpacked:
        if not 0 <= action < self.count:
            raise ValueError(f"an action must be a number from 0 to {self.count - 1}, not {action}")
        kind = self.kinds[bisect_right(self._starts, action) - 1]
        number = action - self._bases[kind.name]
        fields: dict[str, int] = {}
        for name, size in reversed(kind.sizes.items()):
            number, fields[name] = divmod(number, size)
        return Unpacked(kind.name, {name: fields[name] for name in kind.sizes})

    def text(self, action: int, labels: Labels) -> str:
        """The sentence for `action`, with each field as its label, or as its number if `labels` has none."""
        unpacked = self.unpack(action)
        shown = {name: _label(labels, name, value) for name, value in unpacked.fields.items()}
        return self._kind(unpacked.kind).sentence.format(**shown)

    def parse(self, text: str, labels: Labels) -> int:
        """The action whose sentence is `text`, ignoring case; `ValueError` lists the known sentences."""
        wanted = " ".join(text.split()).lower()
        for kind in self.kinds:
            found = _pattern(kind).fullmatch(wanted)
            if found is None:
                continue
            fields = {name: _value(labels, name, size, found[name]) for name, size in kind.sizes.items()}
            if all(value is not None for value in fields.values()):
                return self.pack(
                    kind.name, **{name: value for name, value in fields.items() if value is not None}
                )
        raise ValueError(
            f"{text!r} is not an action; the forms are: {'; '.join(k.sentence for k in self.kinds)}"
        )

    def _kind(self, name: str) -> Kind:
        return next(kind for kind in self.kinds if kind.name == name)


def _label(labels: Labels, name: str, value: int) -> str:
    known = labels.get(name)
    return str(value) if known is None or value >= len(known) else known[value]


def _value(labels: Labels, name: str, size: int, text: str) -> int | None:
    known = [label.lower() for label in labels.get(name, ())[:size]]
    if text in known:
        return known.index(text)
    # the decimal number of a value without a label
    value = int(text) if text.isdecimal() else size
    return value if len(known) <= value < size and text == str(value) else None


def _pattern(kind: Kind) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", kind.sentence.lower())
    return re.compile("".join(re.escape(p) if i % 2 == 0 else f"(?P<{p}>.*?)" for i, p in enumerate(parts)))
