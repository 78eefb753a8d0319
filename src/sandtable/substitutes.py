"""What is written for a character that a terminal or a font lacks: something alike in ASCII, else a question mark.

Importing this makes `ALIKE` an error handler for `str.encode` and for streams.
"""

import codecs
import unicodedata

ALIKE = "sandtable.alike"
UNKNOWN = "?"

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
# what has no width of its own: marks, joiners and the like
_WIDTHLESS = ("Mn", "Me", "Cf")


def alike(character: str) -> str:
    """What is written for a character that is lacking, in ASCII."""
    if character in _ALIKE:
        return _ALIKE[character]
    plain = "".join(one for one in unicodedata.normalize("NFKD", character) if one.isascii())
    return plain or ("" if unicodedata.category(character) in _WIDTHLESS else UNKNOWN)


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(alike, error.object[error.start : error.end])), error.end


codecs.register_error(ALIKE, _handle)
