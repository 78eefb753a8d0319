"""The short explanations of Rush under given settings, and the rules' descriptions of the match size and the teams."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sandtable.authoring import Explanations, Value, explanations
from sandtable.games.rush.data.teams import KindOfPlayer, Roster, presets, roster
from sandtable.games.rush.show.words import SEATS, counted

FILE = Path(__file__).parents[1] / "words.toml"
# characters with a meaning in Markdown, in the name of a team or a player
_MARKUP = re.compile(r"([\\`*_{}\[\]()#+!<>|~-])")


def words(settings: Mapping[str, Value]) -> Explanations:
    """The explanations by `group.name`."""
    return explanations(FILE, {**terms(settings), **settings})


def terms(settings: Mapping[str, Value]) -> dict[str, Any]:
    """The numbers of the match as `size`, its `teams`, and the `kinds` of players in them (R2.1 to R2.3)."""
    preset = presets()[str(settings["preset"])]
    chosen = [roster(str(settings[name])) for name in ("home", "visitor")]
    most = int(settings["team"]) or preset.team
    lengths = [min(most, len(one.team)) for one in chosen]
    on_pitch = [min(int(settings["on_pitch"]) or preset.on_pitch, length) for length in lengths]
    playing = [kind for team, length in zip(chosen, lengths, strict=True) for kind in team.team[:length]]
    tokens = int(settings["tokens"]) or preset.tokens
    return {
        "size": {
            "rushes": int(settings["rushes"]) or preset.rushes,
            "tokens": tokens,
            "team": " and ".join(map(str, dict.fromkeys(lengths))),
            "on_pitch": _a_side(on_pitch),
            "lead": preset.winning_lead,
            "sudden": preset.sudden_rushes,
        },
        "tokens_a_rush": counted(tokens, "token", "tokens"),
        "kinds": [_kind(one) for one in dict.fromkeys(playing)],
        "teams": [
            {"side": side, "name": _plain(team.name), "players": _players(team, length)}
            for side, team, length in zip(SEATS, chosen, lengths, strict=True)
        ],
    }


def _a_side(counts: list[int]) -> str:
    if counts[0] == counts[1]:
        return f"{counted(counts[0], 'player', 'players')} a side"
    return " and ".join(f"{count} of {side}" for side, count in zip(SEATS, counts, strict=True))


def _kind(kind: KindOfPlayer) -> dict[str, Any]:
    names = ("move", "strength", "speed", "skill", "armour")
    return {
        "name": _plain(kind.name),
        "role": kind.role.capitalize(),
        **{name: getattr(kind, name) for name in names},
    }


def _players(team: Roster, length: int) -> str:
    """Which player numbers are of which kind: "1 and 7 Human Guard, 2 Human Jack"."""
    numbers: dict[str, list[str]] = {}
    for number, kind in enumerate(team.team[:length], 1):
        numbers.setdefault(kind.name, []).append(str(number))
    return ", ".join(f"{_listed(found)} {_plain(name)}" for name, found in numbers.items())


def _listed(numbers: list[str]) -> str:
    return numbers[0] if len(numbers) == 1 else f"{', '.join(numbers[:-1])} and {numbers[-1]}"


def _plain(name: str) -> str:
    return _MARKUP.sub(r"\\\1", name)
