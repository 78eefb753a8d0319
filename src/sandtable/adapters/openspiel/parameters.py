"""Converts settings to OpenSpiel's game parameters and back.

OpenSpiel writes a game with its parameters as text, `sandtable_chess(clock=5,board=small)`, and infers a value's type
from how it is written. So a string that looks like a number or a boolean is quoted (`first='0'`), and one with
characters that do not belong in a word, such as a board of several lines, becomes `text:` plus its UTF-8 in URL-safe
base64 without padding.
"""

import re
from base64 import b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Mapping

from sandtable.authoring.settings import SettingError, Value
from sandtable.authoring.spec import Spec
from sandtable.engine.game import Game

_TEXT = "text:"
_WORD = re.compile(r"[A-Za-z][\w.:-]*")
_SAFE = re.compile(r"[\w.:+-]+")


def encode(value: Value) -> Value:
    """`value` encoded so that the text that OpenSpiel makes of it reads back as the same value."""
    if not isinstance(value, str):
        return value
    if _WORD.fullmatch(value) and value.lower() not in ("true", "false") and not value.startswith(_TEXT):
        return value
    if _SAFE.fullmatch(value) and not value.startswith(_TEXT):
        return f"'{value}'"
    return _TEXT + urlsafe_b64encode(value.encode()).decode().rstrip("=")


def decode(value: Value) -> Value:
    """Reverses `encode`; a string that needs no encoding stays as it is."""
    if not isinstance(value, str):
        return value
    if value.startswith(_TEXT):
        data = value.removeprefix(_TEXT)
        try:
            return b64decode(data + "=" * (-len(data) % 4), altchars=b"-_", validate=True).decode()
        except (Base64Error, UnicodeDecodeError):
            raise SettingError(f"{value!r} is not URL-safe base64 text") from None
    quoted = len(value) > 1 and value[0] == value[-1] == "'"
    return value[1:-1] if quoted else value


def specification(spec: Spec) -> dict[str, Value]:
    """The parameters that a game takes, with their defaults."""
    return {setting.name: encode(setting.default) for setting in spec.rules.settings}


def settings_of(parameters: Mapping[str, Value]) -> dict[str, Value]:
    """The settings encoded in `parameters`."""
    return {name: decode(value) for name, value in parameters.items()}


def parameters_of(game: Game) -> dict[str, Value]:
    """The parameters for the game's settings, without those at their defaults."""
    defaults = {setting.name: setting.default for setting in game.spec.rules.settings}
    return {name: encode(value) for name, value in game.settings.items() if value != defaults[name]}
