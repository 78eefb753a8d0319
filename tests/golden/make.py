"""The golden matches: random play from fixed seeds through `Match`. Run as a script, this rewrites their files, and what is
shown of them.

What brings pieces together is played more often (`choose` of `tests.perft`), or they would seldom meet.
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sandtable import load, stream, verify
from sandtable.authoring import rng
from sandtable.engine.game import Position
from sandtable.engine.match import BOUND, Match, Sitter
from tests.golden import shown
from tests.perft import assault, optio, rout, rush
from tests.perft.lockstep import at_random
from tests.rules.optio.table import drawn

FOLDER = Path(__file__).parent
SIDES = {
    "assault": ("Navy", "Rust"),
    "optio": ("Navy", "Oxblood"),
    "rout": ("Ivory", "Ink"),
    "rush": ("Home", "Visitor"),
}
CHOOSE = {**{game.GAME: game.choose for game in (assault, rout, rush)}, "optio": at_random}
LAKELAND = drawn({"C3": ["w" * 8] * 4 + ["..LLLL.."] * 4, "B4": ["hhhHHhhh"] * 8, "D2": ["rrmmmm.."] * 8})
FEW = {"width": 600, "height": 600, "ivory_units": 3, "ink_units": 3}
OWN = "S....S\n..TI..\n.RIBT.\n.TBIR.\n..IT..\nS....S"


class Golden(NamedTuple):
    """A match to keep: the game, the seed of its play, and settings that keep the file small."""

    game: str
    seed: int
    settings: dict[str, Any]
    choose: Callable[[Position, Any], int] | None = None  # else that of `CHOOSE`


# of the time in which dice depend on settings, names and seeds too
SEEDED = {
    "seeded-skirmish": Golden("assault", 43, {"health": 4, "round_cap": 12}),
    "seeded-fords": Golden("optio", 31, {"map": "three-fords", "kudos": 2, "reveal_after": 8}),
    "seeded-flicks": Golden("rout", 51, {**FEW, "hand": "steady", "turn_cap": 60, "cavalry": 0, "pikes": 2}),
    "seeded-demo": Golden("rush", 35, {"preset": "demo", "rushes": 1}),
}

MATCHES = {
    **SEEDED,
    "skirmish": Golden("assault", 41, {"health": 4, "round_cap": 12}),
    "skirmish-numbers": Golden(
        "assault", 10, {"health": 3, "round_cap": 10, "reveal": "numbers", "corners": "diagonal"}
    ),
    "grand": Golden(
        "assault", 3, {"board": "grand", "health": 3, "round_cap": 9, "meditation_rounding": "up"}
    ),
    "grand-stay": Golden(
        "assault",
        4,
        {"board": "grand", "round_cap": 8, "stay_triggers": True, "meditation_rounding": "nearest"},
    ),
    "own": Golden("assault", 5, {"board": OWN, "health": 6, "round_cap": 12, "stat_cap": "6"}),
    "own-held": Golden("assault", 6, {"board": OWN, "health": 12, "round_cap": 10, "held_may_attack": False}),
    "landed": Golden(
        "assault",
        1,
        {
            "board": OWN,
            "health": 6,
            "round_cap": 10,
            "held_if": "landed",
            "tile_once": "turn",
            "first": "1",
        },
    ),
    "used": Golden("assault", 21, {"board": OWN, "health": 12, "round_cap": 12, "barred": "used"}),
    "taken-back": Golden("assault", 7, {"health": 1, "round_cap": 5}),
    "same-again": Golden("assault", 9, {"health": 1, "round_cap": 4}),
    "resigned": Golden("assault", 8, {"round_cap": 3}),
    "three-fords": Golden("optio", 29, {"map": "three-fords", "kudos": 2, "reveal_after": 8}),
    "drawn-map": Golden(
        "optio",
        39,
        {"map": LAKELAND, "kudos": 1, "navy_profile": "light_foot", "oxblood_profile": "heavy_horse"},
    ),
    "owner-later": Golden(
        "optio",
        36,
        {"map": "three-fords", "kudos": 1, "reveal_after": 10, "target_by": "owner", "scout_later": True},
    ),
    "never-came": Golden("optio", 13, {"map": "three-fords", "reveal_after": 1}),
    "no-profiles": Golden(
        "optio",
        38,
        {
            "map": "three-fords",
            "kudos": 3,
            "reveal_after": 3,
            "navy_profile": "none",
            "oxblood_profile": "none",
        },
    ),
    "met": Golden(
        "optio",
        10,
        {
            "map": "three-fords",
            "kudos": 1,
            "reveal_after": 40,
            "first": "1",
            "navy_profile": optio.CAMELS,
            "score_from": "zero",
        },
        optio.choose,
    ),
    "only-ground": Golden(
        "optio", 3, {"map": "three-fords", "kudos": 1, "reveal_after": 4, "first": "0", "result": "ground"}
    ),
    "flicks": Golden("rout", 50, {**FEW, "hand": "steady", "turn_cap": 60, "cavalry": 0, "pikes": 2}),
    "open-halves": Golden(
        "rout",
        5,
        {"split": "open", "placing": "in_turn", "hand": "none", "turn_cap": 12, "rout_in_one": True},
    ),
    "taped": Golden(
        "rout",
        1,
        {**FEW, "edge": "tape", "east_edge": "drop", "best_of": "3", "first": "1", "turn_cap": 25},
    ),
    "cut": Golden("rout", 2, {**FEW, "hand": "novice", "ink_turn": 150, "turn_cap": 15}, at_random),
    "demo": Golden("rush", 34, {"preset": "demo"}),
    "incomplete": Golden(
        "rush",
        23,
        {
            "preset": "demo",
            "visitor": "humans",
            "team": 6,
            "on_pitch": 4,
            "tokens": 4,
            "throw_ends": "incomplete",
            "tie": "draw",
        },
    ),
    "exploding": Golden("rush", 83, {"rushes": 3, "tokens": 6, "exploding_sixes": True}),
    "own-teams": Golden(
        "rush",
        88,
        {
            "home": rush.OWN,
            "visitor": rush.OWN,
            "rushes": 1,
            "team": 3,
            "on_pitch": 2,
            "player_cap": 3,
            "opponent_threatens": False,
        },
    ),
    "first-drawn": Golden(
        "rush",
        7,
        {"preset": "demo", "rushes": 2, "team": 3, "first": "random", "drop": "any", "tie": "draw"},
    ),
}

# in this one the name of seat 1 was erased, and only seat 0 gave a seed
ERASED = "seeded-fords"

# of these more positions are looked at
LOOKED_AT = {"skirmish", "three-fords", "flicks", "demo"}

BACK = range(40, 44)
# of the time in which an outcome depended on the entries before it; the others depend on the number of their entry
BY_ENTRIES = {"same-again"}


def play(name: str) -> Match:
    """The golden match of this name; `taken-back` and `same-again` go back, `resigned` ends by a resignation."""
    game, seed, settings, choose = MATCHES[name]
    choose = choose or CHOOSE[game]
    draws = 3 if name in SEEDED else 2 if name in BY_ENTRIES else 1
    seats = [_sitter(name, seat) for seat in (0, 1)] if name in SEEDED else SIDES[game]
    match = Match(load(game, **settings), seed.to_bytes(16, "big"), f"golden-{name}", seats, draws=draws)
    own = stream(seed)
    match.begin()
    while not match.over:
        match.play(int(choose(match.position, own)))
        if name in ("taken-back", "same-again") and len(match.entries) in BACK:
            target = match.undo_target(0)
            assert target is not None
            match.extend([match.undo_entry(0, target[0], learned=name == "same-again")])
        if name == "resigned" and match.ply > 20:
            match.extend([match.resign_entry(1)])
    return match


def _sitter(name: str, seat: int) -> Sitter:
    called, salt, given = SIDES[MATCHES[name].game][seat], f"{seat + 1:032x}", f"{seat + 7:032x}"
    digest = rng.chained(salt, called)
    if name == ERASED and seat == 1:
        return Sitter(None, None, digest)
    return Sitter(called, salt, digest, given)


def shown_of(name: str) -> list[str]:
    """What is shown of a golden match, as `shown` says it."""
    match = verify(path_of(name).read_text(encoding="utf-8"))
    return shown.of_match(match, shown.MANY if name in LOOKED_AT else shown.FEW)


def path_of(name: str) -> Path:
    """The file of a golden match."""
    return FOLDER / f"{name}.jsonl"


def shown_at(name: str) -> Path:
    """The file of what is shown, by its name in `SHOWN`."""
    return FOLDER / "shown" / f"{name}.txt"


# those that differ from others in more than how dice are drawn
UNSEEDED = {name: golden for name, golden in MATCHES.items() if name not in SEEDED}
# what is shown, by the names of files: of each game, its quick sheet, kit and companion, and of these matches
SHOWN: dict[str, Callable[[], list[str]]] = {
    **{game: partial(shown.of_game, game) for game in SIDES},
    **{f"{game}-sheet": partial(shown.of_sheet, game) for game in SIDES},
    **{f"{game}-kit": partial(shown.of_kit, game) for game in SIDES},
    **{f"{game}-companion": partial(shown.of_companion, game) for game in SIDES},
    **{f"{golden.game}-{name}": partial(shown_of, name) for name, golden in UNSEEDED.items()},
}


def refusal(old: str, new: str) -> str:
    """Why the file `old` may not become `new`, "" if it may: whoever plays otherwise has rules of another version.

    By the version a server and a match file know what they can play on; words may change without one. So may the dice of a
    match whose dice depend on the settings, when there is a setting more.
    """
    (head, *lines), (fresh, *others) = (list(map(json.loads, text.splitlines())) for text in (old, new))
    if head["rules"] != fresh["rules"]:
        return ""
    if head["draws"] >= BOUND and head["settings"].keys() != fresh["settings"].keys():
        return ""
    same = [_played(line) for line in lines] == [_played(line) for line in others]
    if same and head["digest"] == fresh["digest"]:
        return ""
    now = f"`Rules.version`, now {fresh['rules']}"
    return f"the match is another one: give the rules of {head['game']} a new version first ({now})"


def _played(line: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name not in ("text", "seen", "share")}


def main() -> None:
    """Rewrites all files, or says in a sentence why not."""
    made = {name: play(name).file() for name in MATCHES}
    for name, text in made.items():
        path = path_of(name)
        why = refusal(path.read_text(encoding="utf-8"), text) if path.exists() else ""
        if why:
            raise SystemExit(f"{path.name}: {why}")
    for name, text in made.items():
        path_of(name).write_text(text, encoding="utf-8")
    for name, lines in SHOWN.items():
        shown_at(name).write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")


if __name__ == "__main__":
    main()
