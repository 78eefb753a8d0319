"""What is written for a character that a terminal, a font or a file cannot show.

For one that is lacking it is something alike in ASCII, else a question mark: importing this makes `ALIKE` an error handler for
`str.encode` and for streams that does so.
"""

import codecs
import re
import unicodedata

ALIKE = "sandtable.alike"
UNKNOWN = "?"
# characters that print nothing and still belong to a text: joiners of letters and of emoji, and what makes a flag
JOINING = "\u200c\u200d" + "".join(map(chr, range(0xE0020, 0xE0080)))

_ALIKE = {
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‘’‚‛′‹›", "'"),
    **dict.fromkeys("‐‑‒–—―−─━", "-"),
    **dict.fromkeys("•·∙●○◦", "*"),
    **dict.fromkeys("│┃", "|"),
    **dict.fromkeys("█▓▒░", "#"),
    "…": "...",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≈": "~",
    "×": "x",
    "÷": "/",
    "±": "+/-",
    "→": "->",
    "←": "<-",
    "↑": "^",
    "↓": "v",
    "↔": "<->",
    "°": " degrees",
    "§": "section ",
    "©": "(c)",
    "½": "1/2",
    "¼": "1/4",
    "¾": "3/4",
    "ß": "ss",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ø": "o",
    "Ø": "O",
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "Đ": "D",
    "ð": "d",
    "þ": "th",
    "ı": "i",
}
# the further parts of a joined emoji, and the colour of its skin
_PARTS = re.compile(
    "\u200d[\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]|[\U0001f3fb-\U0001f3ff]"
)
# what has no width of its own: marks, joiners and the like
_WIDTHLESS = ("Mn", "Me", "Cf")


def printable(text: str, instead: str = "\ufffd") -> str:
    """A text with `instead` for what commands a terminal, turns the direction of writing, or belongs to no text at all."""
    if text.isprintable():
        return text
    return "".join(one if _is_text(one) else instead for one in text)


def _is_text(one: str) -> bool:
    return one.isprintable() or one in "\n\t" or one in JOINING or unicodedata.category(one) == "Zs"


def alike(character: str) -> str:
    """What is written for a character that is lacking, in ASCII."""
    if character in _ALIKE:
        return _ALIKE[character]
    plain = "".join(one for one in unicodedata.normalize("NFKD", character) if one.isascii()).strip()
    return plain or ("" if unicodedata.category(character) in _WIDTHLESS else UNKNOWN)


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(alike, _PARTS.sub("", error.object[error.start : error.end]))), error.end


codecs.register_error(ALIKE, _handle)
