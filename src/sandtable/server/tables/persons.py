"""Names that people give themselves: `person` cleans and validates one, `apart` keeps two at a table distinguishable,
and `known`, `either` and `by_name` put them into sentences.

Invisible characters are removed, except joiners where they join letters or emoji: in Persian and in Indian scripts, and
in an emoji of several parts.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache

from fontTools.unicodedata import script  # pyright: ignore[reportUnknownVariableType]

# in characters as a reader counts them, and in code points, of which a column of the database has 64
LONGEST, MOST_CODE_POINTS = 24, 60
# maximum number of accents on one letter
MOST_MARKS = 4
GUEST = "Guest"
# the second person at a hot seat, and a friend who has not come yet
SECOND = "Second player"
FRIEND = "Friend"
# name of computer players, together with their level
COMPUTER = "Computer"
# the maximum number of characters that a name has in a sentence
SPOKEN = 16

NOTHING_VISIBLE = "A name needs at least one visible letter, number or sign."
TOO_LONG = f"A name has at most {LONGEST} characters, and this one has {{}}."
TOO_MANY_PARTS = "This name has too many accents or joined emoji: leave some out."
LIKE_A_COMPUTER = f"A name cannot begin like “{COMPUTER}”: computer players are called that."

THE_COMPUTER = "the computer"
# other words for people in sentences
_WORDS = (THE_COMPUTER, "You", "Your opponent", "Nobody", "Chance")
_UNNAMED = (GUEST, f"{GUEST} 2", SECOND, FRIEND)
_ZWNJ, _ZWJ = "\u200c", "\u200d"
_EMOJI_STYLE, _TEXT_STYLE = "\ufe0f", "\ufe0e"
_SKIN = range(0x1F3FB, 0x1F400)
_REGIONS = range(0x1F1E6, 0x1F200)
_TAGS = range(0xE0020, 0xE0080)
_BLACK_FLAG = "\U0001f3f4"
# printable by category, but invisible: fillers, blanks, variation selectors
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d159\U00016fe4\U000e0100-\U000e01ef]"
)
# scripts in which a letter's form depends on its neighbours, or in which consonants are joined
_JOINING = re.compile(
    "Adlm|Arab|Beng|Deva|Gujr|Guru|Java|Khmr|Knda|Mand|Mlym|Mong|Mymr|Nkoo|Orya|Phag|Rohg|Sinh|Sund|Syrc|Taml|Telu|Tibt"
)
_VIRAMA = 9
# characters that look like a letter of `COMPUTER`, beyond Unicode's own compatibility forms and zeros: from its table
# of confusables (UTS 39), and small letters whose capitals are in it
_ALIKE = {
    "c": "\u03f2\u03f9\u0421\u0441\u13df\u2ca4\u2ca5\ua4da\uabaf\U000102a2\U00010302\U00010415\U0001043d"
    "\U0001051c\U000118e9\U000118f2",
    "o": "\u039f\u03bf\u03c3\u041e\u043e\u0555\u0585\u06f5\u0b20\u0c02\u0c82\u0d02\u0d20\u0d82\u101d\u10ff\u12d0\u1d11\u2c9e"
    "\u2c9f\u2d54\u3007\ua4f3\uab3d\U00010292\U000102ab\U00010404\U0001042c\U000104c2\U000104ea\U00010516\U000118b5\U000118c8",
    "m": "\u039c\u03fa\u041c\u043c\u13b7\u15f0\u16d6\u2c98\ua4df\U000102b0\U00010311",
    "p": "\u03a1\u03c1\u0420\u0440\u13e2\u146d\u2374\u2ca2\u2ca3\ua4d1\U00010295",
    "u": "\u028b\u03bc\u03c5\u054d\u057d\u1200\u144c\u222a\u22c3\ua4f4\ua79f\U000104ce\U000104f6\U000118b8\U000118d8\U00016f42",
    "t": "\u03a4\u03c4\u0422\u0442\u13a2\u22a4\u27d9\u2ca6\ua4d4\U00010297\U000102b1\U00010315\U000118bc\U00016f0a",
    "e": "\u0395\u03b5\u0415\u0435\u0454\u04bd\u13ac\u212e\u22ff\u2d39\ua4f0\uab32\U00010286\U000118a6\U000118ae",
    "r": "\u01a6\u0433\u13a1\u13d2\u1587\u1d26\u2c85\ua4e3\uab48\uab81\U000104b4\U00016f35",
}
_READ_AS = {ord(one): letter for letter, alike in _ALIKE.items() for one in alike}
_LETTER = re.compile(
    r"(?:LATIN (?:CAPITAL |SMALL )?LETTER (?:SMALL CAPITAL )?|INDICATOR SYMBOL LETTER )([A-Z])\b"
)


class PersonError(ValueError):
    """Raised for a name that nobody can have; the message is one sentence for the person."""


def person(name: str) -> str:
    """The name as stored and shown, `GUEST` if it was left empty; `PersonError` if it is not allowed."""
    if not name.strip():
        return GUEST
    text = unicodedata.normalize("NFC", _visible(unicodedata.normalize("NFC", " ".join(name.split()))))
    if not any(unicodedata.category(one)[0] in "LNPS" for one in text):
        raise PersonError(NOTHING_VISIBLE)
    length = _length(text)
    if length > LONGEST:
        raise PersonError(TOO_LONG.format(length))
    if len(text) > MOST_CODE_POINTS or _marks(text) > MOST_MARKS:
        raise PersonError(TOO_MANY_PARTS)
    if _letters(text).startswith(_letters(COMPUTER)):
        raise PersonError(LIKE_A_COMPUTER)
    return text


def apart(name: str, other: str) -> str:
    """The name for a person who joins `other`, changed if the two would look the same."""
    return f"{name} 2" if _look(name) == _look(other) else name


def called(name: str) -> str:
    """What sentences call the person or computer with this name: "" if they have given none.

    A long name is shortened, and one written from right to left is isolated.
    """
    if name in _UNNAMED:
        return ""
    if name.startswith(f"{COMPUTER}, "):
        return THE_COMPUTER
    cut = next((at for at in range(len(name)) if _length(name[: at + 1]) == SPOKEN), len(name))
    short = name if _length(name) <= SPOKEN else f"{name[:cut].rstrip()}…"
    return isolated(short)


def isolated(name: str) -> str:
    """The name between marks that keep a name written from right to left from reordering the text around it."""
    turns = any(unicodedata.bidirectional(one) in ("R", "AL", "AN") for one in name)
    return f"\u2068{name}\u2069" if turns else name


def known(names: Sequence[str], sides: Sequence[str]) -> Sequence[str]:
    """What sentences call the people at `sides`, in order; "" for those who are called by their side.

    Those are people without a name, with one that reads like a side or another word of these sentences, or with names
    that look the same once they are shortened.
    """
    return _known(tuple(names), tuple(sides))


# every event of a log asks for it
@lru_cache(maxsize=1024)
def _known(names: tuple[str, ...], sides: tuple[str, ...]) -> tuple[str, ...]:
    taken = {_look(word) for word in (*sides, *_WORDS)}
    said = ["" if _look(name) in taken else called(name) for name in names]
    looks = Counter(map(_look, said))
    return tuple(name if looks[_look(name)] == 1 else "" for name in said)


def either(seat: int, names: Sequence[str], sides: Sequence[str]) -> str:
    """What sentences call the person at `seat`: by name, or by side (see `known`)."""
    return known(names, sides)[seat] or sides[seat]


def first_word(name: str) -> str:
    """What a sentence calls somebody, as its first words: people write their names as they like."""
    return name.capitalize() if name == THE_COMPUTER else name


def by_name(text: str, sides: Sequence[str], names: Sequence[str]) -> str:
    """A text in which the people at `sides` act under their names: "Navy is to move" becomes "Ada is to move".

    A side acts where it is the first word of a clause, before a word that ends in s, as verbs in the third person do.
    Where its pieces are meant ("Navy 2 moves", "both Navy pawns"), its colour is what matters, and stays.
    """
    acting = dict(zip(sides, known(names, sides), strict=True))

    def put(found: re.Match[str]) -> str:
        name = acting[found["side"]] or found["side"]
        starts = found["before"] is None or found["before"] in ".!?"
        return f"{found['before'] or ''}{found['gap'] or ''}{first_word(name) if starts else name}"

    return _acting(tuple(sides)).sub(put, text)


@cache
def _acting(sides: tuple[str, ...]) -> re.Pattern[str]:
    # a side as the subject of a clause: before a verb in the third person
    side = "|".join(map(re.escape, sides))
    return re.compile(rf"(?:^|(?P<before>[.!?,:;])(?P<gap> ))(?P<side>{side})(?= [a-z]+s\b)")


def _visible(text: str) -> str:
    """The text without invisible characters, and without accents that have no letter before them."""
    kept = "".join(one for at, one in enumerate(text) if _is_shown(one) or _is_joined(text, at))
    words = (re.sub(r"^[\u200c\u200d\ufe0e\ufe0f]+", "", word) for word in kept.split())
    return " ".join(word for word in words if word).lstrip(
        "".join(one for one in kept if _is_mark(one)) + " "
    )


def _is_shown(one: str) -> bool:
    return one.isprintable() and not _BLANK.fullmatch(one)


def _is_mark(one: str) -> bool:
    return unicodedata.category(one).startswith("M")


def _is_joined(text: str, at: int) -> bool:
    """Whether the character at this place is invisible but changes how its neighbours look."""
    one = text[at]
    before = text[at - 1] if at else ""
    after = text[at + 1] if at + 1 < len(text) else ""
    if not before:
        return False
    if one in (_EMOJI_STYLE, _TEXT_STYLE):
        return _is_symbol(before) or before in "#*0123456789"
    if "\U000e0100" <= one <= "\U000e01ef":
        # a form of a Chinese character, which matters for names in Japan
        return script(before) == "Hani"
    if ord(one) in _TAGS:
        # the flags of England, Scotland and Wales
        return before == _BLACK_FLAG or ord(before) in _TAGS
    if one == _ZWJ and _is_symbol(after):
        return _is_symbol(before) or before == _EMOJI_STYLE or ord(before) in _SKIN
    if one in (_ZWJ, _ZWNJ):
        return unicodedata.combining(before) == _VIRAMA or (_joins(before) and _joins(after))
    return False


def _is_symbol(one: str) -> bool:
    return bool(one) and unicodedata.category(one) in ("So", "Sm")


def _joins(one: str) -> bool:
    return bool(one) and _JOINING.fullmatch(script(one)) is not None


def _length(text: str) -> int:
    """The number of characters as a reader counts them."""
    count, regions = 0, 0
    for at, one in enumerate(text):
        joined = at > 0 and text[at - 1] == _ZWJ and _is_symbol(one)
        # two regional letters form a flag
        regions = regions + 1 if ord(one) in _REGIONS else 0
        count += not (joined or _is_part(one) or (regions and regions % 2 == 0))
    return count


def _is_part(one: str) -> bool:
    """Whether a character belongs to the one before it."""
    return _is_mark(one) or not one.isprintable() or ord(one) in _SKIN


def _marks(text: str) -> int:
    """The largest number of accents on one letter."""
    most = found = 0
    for one in text:
        found = found + 1 if unicodedata.category(one) in ("Mn", "Me") else 0
        most = max(most, found)
    return most


def _look(text: str) -> str:
    """A key that is equal for texts that look the same: forms, capitals, gaps and joiners make no difference."""
    shown = (one for one in unicodedata.normalize("NFKC", text) if _is_shown(one) and not one.isspace())
    return "".join(shown).casefold()


def _letters(text: str) -> str:
    """The letters and numbers of a text as they read at a glance, in lower-case Latin letters where possible."""
    known = unicodedata.normalize("NFKD", text.translate(_READ_AS))
    plain = (one for one in known if not _is_mark(one) and _is_shown(one))
    read = "".join(map(_read_as, plain)).casefold()
    return "".join(one for one in read if one.isalnum()).replace("rn", "m")


def _read_as(one: str) -> str:
    if one.isascii():
        return "o" if one == "0" else one
    if ord(one) in _READ_AS:
        return _READ_AS[ord(one)]
    if unicodedata.digit(one, None) == 0:
        return "o"
    latin = _LETTER.search(unicodedata.name(one, ""))
    return latin[1] if latin else one
