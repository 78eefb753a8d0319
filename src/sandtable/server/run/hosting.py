"""Configuration of a server: each setting comes from the command line, the environment, a file, or its default, in that
order.
"""

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Any, Literal, cast, get_args

import msgspec

from sandtable.authoring.decoding import DecodingError, convert, text_in, toml_of
from sandtable.authoring.naming import quoted, shown
from sandtable.server.limits import Limits

PREFIX = "SANDTABLE_"
_ADDRESS = re.compile(r"https?://[^\s/]\S*")


class Hosting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a server, by their names in a file; in the environment they have the prefix `SANDTABLE_`.

    `hosts` are additional names that it answers to; the forwarded headers (`X-Forwarded-For`, `X-Forwarded-Proto`) of
    `proxies`, addresses or networks, are trusted; metrics are served at the address and port `metrics` (see the module
    of that name). `reports` is a folder of additional reports; `games` are offered in addition to the installed ones.
    Every page links to the documentation at the address `docs`. `lab` says who may start measurements at /lab: nobody
    (`off`), every visitor privately (`own`), or every visitor, with everyone able to see, stop and delete all
    (`shared`). `lab_at_once` of them run at a time, each with at most `lab_pairs` pairs of matches and for
    `lab_minutes` at a stretch, in `lab_processes` (0: one per core, less one) or on the Ray cluster at the address
    `lab_ray`.
    """

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8000
    database: str = ""
    workers: Annotated[int, msgspec.Meta(ge=1, le=64)] = 1
    hosts: list[str] = []
    proxies: list[str] = []
    metrics: str = ""
    logs: Literal["lines", "json"] = "lines"
    reports: str = ""
    games: list[str] = []
    docs: str = ""
    lab: Literal["off", "own", "shared"] = "off"
    lab_at_once: Annotated[int, msgspec.Meta(ge=1, le=64)] = 1
    lab_pairs: Annotated[int, msgspec.Meta(ge=10, le=10_000_000)] = 1000
    lab_minutes: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 60
    lab_processes: Annotated[int, msgspec.Meta(ge=0, le=1024)] = 0
    lab_ray: str = ""
    limits: Limits = Limits()


def read(file: Path | None, environ: Mapping[str, str], given: Mapping[str, Any]) -> Hosting:
    """The settings of a server; `ValueError` names an invalid one and where it was set.

    In the environment several names are separated by spaces; `limits` can be set only in a file.
    """
    found = {} if file is None else _in_file(file)
    places = dict.fromkeys(found, f"{file}")
    for name, known in Hosting.__annotations__.items():
        told = environ.get(PREFIX + name.upper())
        if told and known is not Limits:
            found[name] = told.split() if known == list[str] else told
            places[name] = PREFIX + name.upper()
    found |= given
    for name in found:
        if name not in Hosting.__annotations__:
            raise ValueError(
                f"{file}: there is no setting {quoted(name)}; the settings are {', '.join(Hosting.__annotations__)}"
            )
    try:
        limits = _limits(found.pop("limits", {}))
    except ValueError as error:
        raise ValueError(f"{places['limits']}: {error}") from None
    for name, value in found.items():
        try:
            convert({name: value}, Hosting, strict=False)
        except DecodingError as error:
            raise ValueError(f"{places.get(name, 'the command line')}: {error}") from None
    made = msgspec.structs.replace(convert(found, Hosting, strict=False), limits=limits)
    if made.docs and not _ADDRESS.fullmatch(made.docs):
        place = places.get("docs", "the command line")
        raise ValueError(
            f"{place}: docs must be an address that begins with https:// or http://, not {shown(made.docs)}"
        )
    return made


def _in_file(file: Path) -> dict[str, Any]:
    try:
        return toml_of(text_in(file))
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}") from None
    except DecodingError as error:
        raise ValueError(f"{file}: {error}") from None


def _limits(told: object) -> Limits:
    known = {field.name: field.type for field in fields(Limits)}
    if not isinstance(told, dict):
        raise ValueError("limits must be a table: write [limits], and below it a line for each limit")
    for name, value in cast(dict[str, Any], told).items():
        if name not in known:
            raise ValueError(f"there is no limit {quoted(name)}; the limits are {', '.join(known)}")
        whole = known[name] is int
        right = isinstance(value, int) if whole else isinstance(value, int | float)
        if isinstance(value, bool) or not right or value < 0 or (whole and value < 1):
            raise ValueError(
                f"the limit {name} must be {'a whole number of 1' if whole else 'a number of 0'} or more, not {shown(value)}"
            )
    return replace(Limits(), **cast(dict[str, Any], told))


def choices(name: str) -> tuple[str, ...]:
    """The valid values of a setting."""
    return get_args(Hosting.__annotations__[name])
