"""Replaces characters that a terminal, a font or a file cannot show.

A missing character becomes something similar in ASCII, or a question mark: importing this module registers `ALIKE` as an error
handler that does so for `str.encode` and for streams.
"""

import codecs
import re
import unicodedata

ALIKE = "sandtable.alike"
UNKNOWN = "?"
# invisible characters that still belong to a text: joiners of letters and of emoji, and tags of flags
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
# the further parts of a joined emoji, and its skin tone
_PARTS = re.compile(
    "\u200d[\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]|[\U0001f3fb-\U0001f3ff]"
)
# characters without a width of their own: marks, joiners and the like
_WIDTHLESS = ("Mn", "Me", "Cf")


def printable(text: str, instead: str = "\ufffd") -> str:
    """The text with `instead` in place of control characters, direction overrides, and characters that do not belong in
    text.
    """
    if text.isprintable():
        return text
    return "".join(one if _is_text(one) else instead for one in text)


def _is_text(one: str) -> bool:
    return one.isprintable() or one in "\n\t" or one in JOINING or unicodedata.category(one) == "Zs"


def alike(character: str) -> str:
    """The ASCII substitute for a missing character."""
    if character in _ALIKE:
        return _ALIKE[character]
    plain = "".join(one for one in unicodedata.normalize("NFKD", character) if one.isascii()).strip()
    return plain or ("" if unicodedata.category(character) in _WIDTHLESS else UNKNOWN)


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(alike, _PARTS.sub("", error.object[error.start : error.end]))), error.end


codecs.register_error(ALIKE, _handle)
