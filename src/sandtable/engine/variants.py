"""A variant is a changed version of a game in one file: a name, a sentence that says why, and the settings that differ
from the printed game.

    sandtable_variant = 1
    game = "…"
    name = "A short search"
    why = "Two players at the club want to be done in an hour."
    preset = "Short search"

    [settings]
    kudos = 4

The file is TOML, or JSON with the same names. A custom board, map or team is a text among the settings. A variant names
a game by its registered id, never by module or path, so reading one never runs the sender's code. docs/variants.md
describes the format.
"""

import base64
import json
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sandtable.authoring.decoding import DecodingError, json_of, text_in, toml_of
from sandtable.authoring.naming import listed, meant, quoted, shown
from sandtable.authoring.settings import Data, Setting, SettingError, Value, resolve, tell
from sandtable.graphics.substitutes import printable

# import the compiler at first use
if TYPE_CHECKING:
    from sandtable.authoring.spec import Spec
    from sandtable.engine.game import Game

FORMAT = 1
# maximum size of a file in bytes: enough for one board, map or pair of teams, and what a server accepts for a new table
LONGEST = 16_000
LONGEST_NAME, LONGEST_WHY = 64, 400
ADDRESS = "/lab/variant#"

CUT = "invalid variant link: it is truncated or was edited"

FIELDS = ("sandtable_variant", "game", "name", "why", "preset", "settings")
_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
_CODE = re.compile(r"[A-Za-z0-9_-]+")


class VariantError(ValueError):
    """Raised for a variant that cannot be read; the message is one sentence that names the place."""


@dataclass(frozen=True)
class Variant:
    """A game by id, the name of the variant, a sentence that says why, and the settings that differ from the printed game."""

    game: str
    name: str
    why: str
    settings: Mapping[str, Value]


@dataclass(frozen=True)
class Change:
    """How a setting of a variant differs from the printed game, in words."""

    setting: str
    text: str
    clause: str
    printed: str
    here: str

    @property
    def sentence(self) -> str:
        """The difference in a sentence."""
        return f"{self.text} ({self.clause}): {self.here} instead of {self.printed}."


# finds the declaration of a game by its id
Known = Callable[[str], "Spec"]


def read(text: str, known: Known | None = None) -> Variant:
    """The variant in the text of a file, checked against its game; `VariantError` says what is wrong and where.

    `known` finds the game by its id, by default among the installed ones.
    """
    return of(_parsed(text), known)


def of(data: object, known: Known | None = None) -> Variant:
    """The variant in plain data with the names of a file; `VariantError` says what is wrong and where."""
    if not isinstance(data, dict):
        raise VariantError("a variant must be a table of names and values")
    fields = cast("dict[str, object]", data)
    for name in fields:
        if name not in FIELDS:
            raise VariantError(
                f"{quoted(name)}: a variant has no such field{listed(name, FIELDS, f'the fields are {_names(FIELDS)}')}"
            )
    if fields.get("sandtable_variant") != FORMAT or fields["sandtable_variant"] is True:
        raise VariantError(f"sandtable_variant must be {FORMAT}, the format that this version reads")
    spec = _spec(_text(fields, "game", 32), known)
    name, why = _text(fields, "name", LONGEST_NAME), _text(fields, "why", LONGEST_WHY)
    return make(spec, name, why, {**_preset(fields, spec), **_settings(fields, spec)})


def is_one(text: str) -> bool:
    """Whether the text of a file is meant to be a variant, whatever else is wrong with it."""
    return FIELDS[0] in text


def make(spec: "Spec", name: str, why: str, settings: Mapping[str, object]) -> Variant:
    """The variant of a game with these settings, without those that are as printed; `VariantError` if something is invalid."""
    for field, said, most in (("name", name, LONGEST_NAME), ("why", why, LONGEST_WHY)):
        _text({field: said}, field, most)
    printed = resolve(spec.rules.settings, {})
    try:
        given = resolve(spec.rules.settings, settings)
    except SettingError as error:
        raise VariantError(f"settings: {error}") from None
    made = Variant(spec.id, name, why, {key: value for key, value in given.items() if value != printed[key]})
    if len(canonical(made).encode()) > LONGEST:
        raise VariantError(f"a variant must be at most {LONGEST:,} bytes long")
    return made


def load_variant(path: str | Path, game: str = "") -> "Game":
    """The game that the variant in the file at `path` makes; `game` says where to find a game that is not installed.
    `ValueError` says what is wrong with the file and where.
    """
    from sandtable import games

    spec = games.find(game) if game else None
    return playable(at(Path(path), None if spec is None else only(spec)), spec)


def at(path: Path, known: Known | None = None) -> Variant:
    """The variant in a file, with its game found as in `read`; `VariantError` begins by naming the file."""
    try:
        return read(text_in(path, LONGEST), known)
    except OSError as error:
        raise VariantError(f"{path} cannot be read: {error.strerror}") from None
    except (DecodingError, VariantError) as error:
        raise VariantError(f"{path}: {error}") from None


def only(spec: "Spec") -> Known:
    """A finder for this one game, with an error for any other."""

    def find(game: str) -> "Spec":
        if game != spec.id:
            raise ValueError(f"it is a variant of {game}, not of {spec.id}")
        return spec

    return find


def playable(
    variant: Variant, spec: "Spec | None" = None, more: Mapping[str, object] | None = None
) -> "Game":
    """The game with the settings of a variant and `more` on top; `ValueError` if they do not fit together."""
    from sandtable import games
    from sandtable.engine.game import Game

    made = Game(spec or games.spec(variant.game), **{**variant.settings, **(more or {})})
    made.variant = f"{variant.name}, with {', '.join(more)} changed" if more else variant.name
    return made


def changes(variant: Variant, spec: "Spec") -> list[Change]:
    """The differences from the printed game, in the order of its settings."""
    return [
        Change(one.name, one.text, one.clause, said(one, one.default), said(one, variant.settings[one.name]))
        for one in spec.rules.settings
        if one.name in variant.settings
    ]


def said(setting: Setting, value: Value) -> str:
    """The value of a setting as displayed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    if isinstance(setting, Data) and "\n" in text:
        return "custom"
    return tell(setting).words.get(text, text)


def data_of(variant: Variant) -> dict[str, Any]:
    """The variant as plain data with the names of a file."""
    return {
        "sandtable_variant": FORMAT,
        "game": variant.game,
        "name": variant.name,
        "why": variant.why,
        "settings": dict(variant.settings),
    }


def canonical(variant: Variant) -> str:
    """The variant as JSON without whitespace: equal variants give equal texts."""
    return json.dumps(data_of(variant), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def write(variant: Variant) -> str:
    """The variant as a file, which `read` accepts."""
    told = {key: value for key, value in data_of(variant).items() if key != "settings"}
    lines = [f"{key} = {_toml(value)}" for key, value in told.items()]
    settings = [f"{key} = {_toml(value)}" for key, value in variant.settings.items()]
    return "\n".join([*lines, *(["", "[settings]", *settings] if settings else [])]) + "\n"


def code(variant: Variant) -> str:
    """The whole variant encoded in letters, digits, - and _, for use in an address; `decoded` reverses it."""
    packed = zlib.compress(canonical(variant).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def decoded(text: str, known: Known | None = None) -> Variant:
    """The variant encoded in `code`; `VariantError` for any other text."""
    if not _CODE.fullmatch(text) or len(text) > 2 * LONGEST:
        raise VariantError(CUT)
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), LONGEST + 1)
        # data that has not ended at a variant's maximum size is too long
        whole = data.decode() if unpacking.eof and not unpacking.unused_data else ""
    except (ValueError, zlib.error):
        whole = ""
    if not whole:
        raise VariantError(CUT)
    return read(whole, known)


def address(variant: Variant) -> str:
    """The path of the variant on any server, to append to the server's address."""
    return f"{ADDRESS}{code(variant)}"


def _parsed(text: str) -> object:
    if len(text.encode(errors="replace")) > LONGEST:
        raise VariantError(f"a variant must be at most {LONGEST:,} bytes long")
    try:
        whole = text.removeprefix("\ufeff")
        if not whole.strip():
            raise DecodingError("it is empty")
        return json_of(whole) if whole.lstrip().startswith("{") else toml_of(whole)
    except DecodingError as error:
        raise VariantError(str(error)) from None


def _text(fields: Mapping[str, object], name: str, most: int) -> str:
    value = fields.get(name)
    if value is None:
        raise VariantError(f"{name} is missing")
    if not isinstance(value, str):
        raise VariantError(f"{name} must be text, not {shown(value)}")
    shown_whole = printable(value, "") == value and not set("\n\t") & set(value)
    if not value.strip() or len(value) > most or not shown_whole:
        raise VariantError(f"{name} must be a line of 1 to {most} printable characters, not {quoted(value)}")
    return value


def _spec(game: str, known: Known | None) -> "Spec":
    if not _ID.fullmatch(game):
        raise VariantError(
            f"game must be the id of a game, not a module or a path: {quoted(game)} is not an id"
        )
    from sandtable import games

    try:
        return (known or games.spec)(game)
    except ValueError as error:
        raise VariantError(f"game: {error}") from None


def _preset(fields: Mapping[str, object], spec: "Spec") -> Mapping[str, Value]:
    if "preset" not in fields:
        return {}
    name = _text(fields, "preset", LONGEST_NAME)
    for preset in spec.table.presets:
        if preset.name == name:
            return preset.settings
    names = [preset.name for preset in spec.table.presets]
    there = f"the presets are {_names(names)}" if names else f"{spec.name} has none"
    raise VariantError(f"preset: there is no {quoted(name)}{meant(name, names) or f'; {there}'}")


def _settings(fields: Mapping[str, object], spec: "Spec") -> dict[str, object]:
    given = fields.get("settings", {})
    if not isinstance(given, dict):
        raise VariantError("settings must be a table of settings with their values")
    found, known = cast("dict[str, object]", given), {setting.name for setting in spec.rules.settings}
    for name, value in found.items():
        if name in known and not isinstance(value, str | int | float):
            what = f"must be a text, a whole number or yes or no, not {shown(value)}"
            raise VariantError(f"settings.{name} {what}")
        if isinstance(value, str) and any("\ud800" <= sign <= "\udfff" for sign in value):
            raise VariantError(f"settings.{name} contains a lone surrogate, which is not valid Unicode")
        try:
            resolve(spec.rules.settings, {name: value})
        except SettingError as error:
            raise VariantError(f"settings: {error}") from None
    return found


def _names(names: tuple[str, ...] | list[str]) -> str:
    return ", ".join(names)


def _toml(value: Value) -> str:
    """A value in TOML. A text of several lines is written as it is, unless it contains something that would end the
    string.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if "\n" in value and "'''" not in value and _plain(value):
        return f"'''\n{value}'''"
    # JSON escapes what TOML does not accept, except for one character
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _plain(text: str) -> bool:
    return not text.endswith("'") and all(sign == "\n" or sign.isprintable() for sign in text)
