"""Typefaces for what Helvetica lacks: which parts of a text need them, and the order in which these parts are set.

Every PDF reader has Helvetica, in Latin-1. All other letters come from the Noto fonts of two packages.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple
from unicodedata import category, normalize

from fontTools.unicodedata import script as _script  # pyright: ignore[reportUnknownVariableType]

from sandtable.graphics.substitutes import ALIKE, JOINING, UNKNOWN, alike, printable

# in the order in which they are tried: the first typeface that has the character is used
_SCRIPTS = (
    "",  # Latin, Greek and Cyrillic
    "Arabic",
    "Armenian",
    "Bengali",
    "Devanagari",
    "Ethiopic",
    "Georgian",
    "Gujarati",
    "Gurmukhi",
    "Hebrew",
    "Kannada",
    "Khmer",
    "Lao",
    "Malayalam",
    "Myanmar",
    "Oriya",
    "Sinhala",
    "Tamil",
    "Telugu",
    "Thai",
)
_EMOJI, _SYMBOLS = "NotoEmoji[wght].ttf", "NotoSansSymbols[wght].ttf"
_FILES = (
    *(("manimgx_fonts", f"NotoSans{script}[wght].ttf") for script in _SCRIPTS),
    ("manimgx_fonts", _EMOJI),
    ("manimgx_fonts", _SYMBOLS),
    # Chinese, Japanese and Korean; large, so it is tried last
    ("noto_cjk_sans_jp_regular", "NotoSansCJKjp-Regular.otf"),
)
_SKINS = range(0x1F3FB, 0x1F400)
_VARIANTS = "\ufe0e\ufe0f"  # as text, as emoji


class FontRun(NamedTuple):
    """Text set in one typeface and one direction."""

    typeface: Path
    words: str
    leftward: bool = False


def plain(words: str) -> str:
    """`words` in Latin-1, with something similar or "?" for all other characters."""
    return tidy(words).encode("latin-1", ALIKE).decode("latin-1")


def tidy(words: str) -> str:
    """`words` with composed letters instead of letters plus accents, and without invisible characters."""
    return normalize("NFC", printable(words, ""))


@lru_cache(maxsize=8192)
def parts(words: str) -> tuple[FontRun, ...]:
    """The parts of `words` from left to right as they are set; none if Helvetica has every character or a substitute for it.

    A character that no typeface has is replaced by `substitutes.alike`: something similar in ASCII, or "?".
    """
    if words.isascii():
        return ()
    words = tidy(words)
    if not any(map(_needs_typeface, words)):
        return ()
    drawable = "".join(_drawable(words))
    return tuple(
        FontRun(typeface, run, leftward)
        for run, leftward in _runs(drawable)
        for typeface, run in _by_typeface(run, leftward)
    )


def _needs_typeface(one: str) -> bool:
    # dashes, quotes, arrows and unusual spaces have substitutes in ASCII, and need no typeface
    return ord(one) > 255 and (category(one)[0] in "LM" or alike(one) == UNKNOWN)


@cache
def _typefaces() -> tuple[tuple[Path, frozenset[int]], ...]:
    """Each typeface with its characters."""
    from fontTools.ttLib import TTFont

    found: list[tuple[Path, frozenset[int]]] = []
    for package, name in _FILES:
        origin = import_module(package).__file__
        path = Path(origin or "").with_name(name)
        with TTFont(path, lazy=True) as font:
            found.append((path, frozenset(font.getBestCmap() or ())))
    return tuple(found)


@lru_cache(maxsize=8192)
def _typeface(character: str) -> Path | None:
    return next((path for path, has in _typefaces() if ord(character) in has), None)


def _has(typeface: Path, character: str) -> bool:
    return any(path == typeface and ord(character) in has for path, has in _typefaces())


def _drawable(words: str) -> Iterator[str]:
    for one in words:
        if _goes_along(one) or _typeface(one):
            yield one
        else:
            yield alike(one)


def _goes_along(one: str) -> bool:
    """Whether a character modifies the previous one, or joins two, so that it must be set in the same typeface as its
    neighbour.
    """
    return one in JOINING or one in _VARIANTS or ord(one) in _SKINS or category(one) in ("Mn", "Mc", "Me")


def _runs(words: str) -> Iterator[tuple[str, bool]]:
    """The single-direction runs in order from left to right, and whether each is written from right to left."""
    from fpdf.bidi import BidiParagraph

    # runs by their embedding level; those of an odd level are written from right to left
    levels: list[tuple[int, str]] = []
    for one in BidiParagraph(words, preserve_bn_chars=True).characters:
        if levels and levels[-1][0] == one.embedding_level:
            levels[-1] = (levels[-1][0], levels[-1][1] + one.character)
        else:
            levels.append((one.embedding_level, one.character))
    highest = max((level for level, _ in levels), default=0)
    # rule L2 of the Unicode bidirectional algorithm
    for turned in range(highest, 0, -1):
        levels = [one for stretch in _stretches(levels, turned) for one in stretch]
    for level, run in levels:
        yield run, level % 2 == 1


def _stretches(levels: list[tuple[int, str]], turned: int) -> Iterator[list[tuple[int, str]]]:
    """Runs at least `turned` deep, reversed as a group; every other run by itself."""
    deep: list[tuple[int, str]] = []
    for one in levels:
        if one[0] >= turned:
            deep.insert(0, one)
        else:
            yield deep
            deep = []
            yield [one]
    yield deep


def _by_typeface(run: str, leftward: bool) -> Iterable[tuple[Path, str]]:
    """The parts of a run, each set in one typeface, from left to right."""
    found: list[tuple[Path, str]] = []
    for one in run:
        before = found[-1][0] if found else None
        typeface = before if before and _stays(before, one) else _typeface(one) or before
        # a mark without a base, at the start
        if typeface is None:
            continue
        if typeface == before:
            found[-1] = (typeface, found[-1][1] + one)
        else:
            found.append((typeface, one))
    return reversed(found) if leftward else found


def _stays(typeface: Path, one: str) -> bool:
    """Whether a character is set like the previous one: joiners, modifiers, and characters shared by all scripts."""
    if one in JOINING or one in _VARIANTS:
        return True
    # digits that look like keys in an emoji font
    if one.isascii() and typeface.name in (_EMOJI, _SYMBOLS):
        return False
    return (_goes_along(one) or _script(one) in ("Zyyy", "Zinh")) and _has(typeface, one)
