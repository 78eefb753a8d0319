"""Optio's terrain pre-game is played as its rule book says: an independent referee follows matches at every ply."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

import sandtable as st
from sandtable.authoring import below
from tests.referees.following import Follower, Objection, any_settings, at_random, by_level, follow
from tests.referees.optio import DATA, Referee, profile_of

# what can be played and rolled, by clause
PLAYED = {
    f"{clause} {kind}"
    for clause, kinds in {
        "O1.3b": "deal",
        "O1.4": "opening",
        "O2.1": "enter step scout challenge end",
        "O2.6": "scout challenge pass show",
        "O3.1": "march retreat stand",
        "O4.3": "template",
        "O4.5": "wish",
    }.items()
    for kind in kinds.split()
}
HEAD = (DATA / "shipped" / "crossways.txt").read_text(encoding="utf-8").split("map:\n")[0]


def eager(position: st.Position, random: Any) -> int:
    """Moves everything and scouts, mostly."""
    actions = position.actions()
    bold = [a for a in actions if position.game.unpack(a).kind not in ("end", "pass")]
    return one(bold if bold and below(random, 8) else actions, random)


def timid(position: st.Position, random: Any) -> int:
    """Moves no more than it must, and no new block."""
    kinds: dict[str, list[int]] = {}
    for action in position.actions():
        kinds.setdefault(position.game.unpack(action).kind, []).append(action)
    best = next((kinds[kind] for kind in ("end", "pass", "step") if kind in kinds), position.actions())
    return one(best, random)


def one(choices: Any, random: Any) -> int:
    """One of some actions."""
    return int(choices[below(random, len(choices))])


PLAYERS = (at_random, eager, timid)


followed = partial(follow, "optio", Referee, player=eager)


def a_map(random: Random) -> str:
    """A map of any ground."""
    weights = [random.random() ** 3 for _ in range(14)]
    rows = ["".join(random.choices(".hHwrmcs=fbLXR", weights, k=40)) for _ in range(40)]
    return "\n".join([f"{HEAD}map:", *rows, ""])


def a_profile(random: Random) -> str:
    """An army with any wishes."""

    def half() -> list[str]:
        grounds = profile_of("warband")["own"]
        return [f"  {ground}: {random.randint(-30, 30) / 10:g}, at random" for ground in grounds]

    return "\n".join(["name: any army", "text: Any army.", "own:", *half(), "enemy:", *half(), ""])


def test_the_engine_plays_by_the_rule_book() -> None:
    assert followed(range(3), {"reveal_after": 6}) > {"O2.6 scout", "O3.1 retreat", "O4.3 template"}


@pytest.mark.long
def test_the_engine_plays_matches_under_any_settings_by_the_rule_book() -> None:
    played: set[str] = set()
    for seed in range(130):
        settings = any_settings(
            "optio", Random(seed), map=a_map, navy_profile=a_profile, oxblood_profile=a_profile
        )
        played |= followed([seed], settings, player=PLAYERS[seed % 3])
    assert played == PLAYED


@pytest.mark.long
def test_armies_that_never_come_to_the_map_lose_by_the_rule_book() -> None:
    endings = set[float]()
    for seed in range(60):
        follower = Follower(st.load("optio", reveal_after=seed % 6), seed)
        follower.run(Referee(follower.game.settings), timid)
        endings.add(float(follower.position.score[0]))
    assert endings >= {-1.0, 0.0, 1.0}


@pytest.mark.long
@pytest.mark.parametrize(("level", "matches"), [(1, 10), (2, 10), (3, 2)])
def test_the_computer_plays_by_the_rule_book(level: int, matches: int) -> None:
    assert followed(range(matches), {}, player=by_level("optio", level)) > {"O2.6 scout", "O3.1 march"}


@pytest.mark.parametrize(
    ("setting", "value", "message"),
    [
        ("kudos", 5, "O1.3b.*kudos"),
        ("first", "1", "O2.1.*to move"),
        ("target_by", "owner", "O2.6.*allowed"),
        ("scout_later", True, "O2.1.*allowed"),
        ("show_army", False, "O2.6.*allowed"),
        ("reveal_after", 4, "O2.1.*face of seat 0's block 0"),
        ("result", "ground", "O4.5.*allowed"),
        ("map", "cold-pass", "O4.3.*allowed"),
        ("navy_profile", "light_foot", "O4.5.*score"),
        ("score_from", "zero", "O4.5.*score"),
    ],
)
def test_a_referee_with_another_rule_objects(setting: str, value: object, message: str) -> None:
    with pytest.raises(Objection, match=f"^{message}"):
        followed(range(3), {}, book={setting: value})


def a_secret_told(position: st.Position) -> None:
    """Navy's first block lies face up from the start."""
    position.state.block[0].revealed = 1


def a_step_aside(position: st.Position) -> None:
    """A block of Oxblood's comes to the map by itself."""
    if position.phase == "move":
        position.state.block[6].square = 12


def a_wrong_side(position: st.Position) -> None:
    """The way in is lost."""
    if position.phase == "template":
        position.state.battle_side = (position.state.battle_side + 1) % 4


def a_kudo_for_nothing(position: st.Position) -> None:
    """Kudos come back."""
    position.state.kudos[:] = 6


def a_wrong_score(position: st.Position) -> None:
    """Winner and loser change places."""
    position.state.score[:] = position.state.score[::-1].copy()


@pytest.mark.parametrize(
    ("falsify", "message"),
    [
        (a_secret_told, "O1.3b.*face of seat 0's block 0"),
        (a_step_aside, "O.*square of seat 1's block 0"),
        (a_wrong_side, "O.*way in"),
        (a_kudo_for_nothing, "O3.1.*(kudos|allowed)"),
        (a_wrong_score, "O4.5.*score"),
    ],
)
def test_a_falsified_outcome_is_found(falsify: Callable[[st.Position], None], message: str) -> None:
    with pytest.raises(Objection, match=f"^{message}.*the engine has"):
        followed(range(3), {"reveal_after": 6}, falsify=falsify)
