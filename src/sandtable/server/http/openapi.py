"""The OpenAPI document, generated from the calls and their structs; the valid settings of a game are listed."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable import __version__
from sandtable.server.http.api import CALLS, ROOT, Call
from sandtable.server.protocol import (
    Asked,
    ClientMessage,
    GameInfo,
    Problem,
    Seated,
    ServerMessage,
    SettingInfo,
)

_REF = "#/components/schemas/{name}"

# errors of any call: the wrong origin or host, or too many requests
_ALWAYS = (421, 429)


def document(games: Sequence[GameInfo]) -> dict[str, Any]:
    """The OpenAPI 3.1 document of a server that offers `games`."""
    kinds = [call.answer for call in CALLS if call.answer] + [call.body for call in CALLS if call.body]
    kinds += [Problem, ServerMessage, ClientMessage]
    schemas, components = msgspec.json.schema_components(kinds, schema_hook=_anything, ref_template=_REF)
    known = dict(zip([str(kind) for kind in kinds], schemas, strict=True))
    for name, of in (("NewTable", _table_of), ("NewMeasurement", _measurement_of)):
        components[name] = {"title": name, "oneOf": [of(components[name], game) for game in games]}
    paths: dict[str, dict[str, Any]] = {}
    for call in CALLS:
        path = ROOT + re.sub(r":\w+}", "}", call.path)
        paths.setdefault(path, {})[call.method.lower()] = _operation(call, known, games)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sandtable", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def _anything(_kind: type) -> dict[str, Any]:
    return {"description": "Of the game's own shape."}


_ABOUT = (
    "Tables are played over the WebSocket `/api/v1/tables/{table}/socket`, one JSON object a message: the client sends "
    "a `ClientMessage`, beginning with `Hello`; the server sends a `ServerMessage`."
)


def _operation(call: Call, known: dict[str, Any], games: Sequence[GameInfo]) -> dict[str, Any]:
    made: dict[str, Any] = {
        "operationId": call.name,
        "summary": call.summary,
        "responses": _responses(call, known),
    }
    parameters = [_path_parameter(name, kind) for name, kind in re.findall(r"{(\w+)(?::(\w+))?}", call.path)]
    parameters += [_QUERY[name] for name in call.query]
    if parameters:
        made["parameters"] = parameters
    if call.body is not None:
        made["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": known[str(call.body)]}},
        }
    if call.names:
        made["description"] = _listed(call, games)
    if call.bearer:
        # without a token the caller is a spectator
        made["security"] = [{}, {"seat": []}]
    return made


def _listed(call: Call, games: Sequence[GameInfo]) -> str:
    """For each game, the names that it defines for a call."""
    known = [f"{game.id}: {', '.join(names)}" for game in games if (names := getattr(game, call.names))]
    return f"Names by game: {'; '.join(known) or 'none'}."


_WHOLE = {"type": "integer", "minimum": 0, "maximum": 10**9 - 1}

_QUERY: dict[str, dict[str, Any]] = {
    "seat": {
        "name": "seat",
        "in": "query",
        "required": False,
        "description": "Whose view; another's only after the end.",
        "schema": {"type": "integer", "enum": [0, 1]},
    },
    "ply": {
        "name": "ply",
        "in": "query",
        "required": False,
        "description": "The position after this many actions and outcomes; by default the newest.",
        "schema": _WHOLE,
    },
    "settings": {
        "name": "settings",
        "in": "query",
        "required": False,
        "description": "Settings of the game as NAME=VALUE; those left out are at their defaults.",
        "style": "form",
        "explode": True,
        "schema": {"type": "object", "additionalProperties": {"type": "string"}},
    },
}


def _path_parameter(name: str, kind: str) -> dict[str, Any]:
    schema = {"whole": _WHOLE, "file": _FILE}.get("file" if name == "name" else kind, _WORD)
    return {"name": name, "in": "path", "required": True, "schema": schema}


_WORD = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}
_FILE = {"type": "string", "pattern": "^[a-z][a-z0-9_.-]{0,63}$"}


# links from the response that assigns a seat
_TABLE, _TOKEN, _CODE = (
    {"table": "$response.body#/table"},
    "$response.body#/tokens/0",
    {"code": "$response.body#/invite"},
)
_FROM_A_SEAT: dict[str, Any] = {
    "at": {"operationId": "at", "parameters": {**_TABLE, "ply": 0}},
    "export": {"operationId": "export", "parameters": _TABLE},
    "invite": {"operationId": "invite", "parameters": _CODE},
    "join": {"operationId": "join", "parameters": _CODE},
    "comeBack": {"operationId": "comeBack", "requestBody": {"token": _TOKEN}},
}
_FROM_AN_ASKED: dict[str, Any] = {
    name: {"operationId": name, "parameters": {"measurement": "$response.body#/id"}}
    for name in (
        "measurement",
        "stopMeasurement",
        "goOn",
        "deleteMeasurement",
        "measuredPage",
        "measuredData",
    )
}


def _responses(call: Call, known: dict[str, Any]) -> dict[str, Any]:
    media = call.text or "application/json"
    schema = {"type": "string"} if call.text else known[str(call.answer)]
    made: dict[str, Any] = {str(call.status): {"description": "Done", "content": {media: {"schema": schema}}}}
    if call.answer is Seated:
        made[str(call.status)]["links"] = _FROM_A_SEAT
    if call.answer is Asked:
        made[str(call.status)]["links"] = _FROM_AN_ASKED
    refusals = {*call.problems, *_ALWAYS, *((403,) if call.method != "GET" else ())}
    for status in sorted(refusals):
        schema = known[str(Problem)]
        made[str(status)] = {"description": "Refused", "content": {"application/json": {"schema": schema}}}
    return made


def _table_of(general: dict[str, Any], game: GameInfo) -> dict[str, Any]:
    return _narrowed(general, game, {"level": _level(game)})


def _measurement_of(general: dict[str, Any], game: GameInfo) -> dict[str, Any]:
    swept = [
        {
            "type": "object",
            "properties": {
                "name": {"type": "string", "const": setting.name},
                "values": {
                    "type": "array",
                    "items": _setting(setting),
                    "minItems": 1,
                    "maxItems": 40,
                    "uniqueItems": True,
                },
            },
            "required": ["name", "values"],
        }
        for setting in game.settings
    ]
    levels = {"type": "array", "items": _level(game), "minItems": 2, "maxItems": 2}
    ranges = {**general["properties"]["ranges"], "items": {"oneOf": swept}}
    return _narrowed(general, game, {"levels": levels, "ranges": ranges})


def _level(game: GameInfo) -> dict[str, Any]:
    return {"type": "integer", "enum": [level.level for level in game.levels]}


def _narrowed(general: dict[str, Any], game: GameInfo, more: dict[str, Any]) -> dict[str, Any]:
    settings = {setting.name: _setting(setting) for setting in game.settings}
    narrowed = {
        "game": {"type": "string", "const": game.id},
        "settings": {"type": "object", "properties": settings, "additionalProperties": False},
        **more,
    }
    return {
        **{key: value for key, value in general.items() if key != "title"},
        "properties": {**general["properties"], **narrowed},
    }


def _setting(setting: SettingInfo) -> dict[str, Any]:
    if setting.kind == "integer":
        return {
            "type": "integer",
            "minimum": setting.low,
            "maximum": setting.high,
            "description": setting.text,
        }
    if setting.kind == "choice":
        # a schema cannot tell a valid custom text from an invalid one
        own = " A custom text is accepted too." if setting.own else ""
        return {"type": "string", "enum": setting.choices, "description": setting.text + own}
    return {"type": "boolean", "description": setting.text}
