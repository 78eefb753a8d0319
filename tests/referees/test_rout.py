"""ROUT! is played as its rule book says: an independent referee follows matches at every ply."""

from collections.abc import Callable
from itertools import product
from math import sqrt
from random import Random
from typing import Any

import pytest

import sandtable as st
from sandtable.authoring import Choice, Integer, SettingError
from sandtable.games.rout.schema import SETTINGS
from tests.referees.rout import Objection
from tests.referees.rout_match import by_level, follow

SMALL: dict[str, Any] = {
    "width": 600,
    "height": 600,
    "ivory_units": 3,
    "ink_units": 3,
    "rally": 1,
    "turn_cap": 60,
}
OTHER: dict[str, Any] = {
    **SMALL,
    "edge": "tape",
    "north_edge": "drop",
    "split": "open",
    "placing": "in_turn",
    "best_of": "3",
    "rout_in_one": True,
    "own_rout": False,
    "broken_shown": "owner",
    "history": "all",
}
CLAUSES = {"T1.2", "T1.4", "T1.5", "T1.6", "T2.1", "T2.2", "T2.3", "T2.4", "T3.2"}


def any_settings(seed: int) -> dict[str, Any]:
    """Settings of which half are not as usual; short matches."""
    random = Random(seed)
    for _ in range(1000):
        settings = {s.name: any_value(s, random) for s in SETTINGS if random.random() < 0.5}
        settings["turn_cap"] = random.randint(10, 60)
        try:
            st.load("rout", **settings)
        except SettingError:
            continue
        return settings
    raise AssertionError("no settings go together")


def any_value(setting: Any, random: Random) -> Any:
    """Any value of a setting."""
    if isinstance(setting, Integer):
        return random.randint(setting.low, setting.high)
    return random.choice(setting.options) if isinstance(setting, Choice) else random.random() < 0.5


def followed(seeds: range, settings: dict[str, Any], **wrong: Any) -> set[str]:
    """The clauses that came up in some matches; `wrong` is what `follow` takes to be proved wrong."""
    return {clause for seed in seeds for clause in follow(seed, settings, **wrong)[0]}


def test_the_engine_plays_by_the_rule_book() -> None:
    short = {"best_of": "1", "turn_cap": 25}
    clauses = followed(range(1), {**SMALL, **short}) | followed(range(1), {**OTHER, **short})
    assert clauses == CLAUSES - {"T2.3"}


@pytest.mark.long
@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(20, 40), marks=pytest.mark.study)], ids=str)
def test_the_engine_plays_by_the_rule_book_under_any_settings(seeds: range) -> None:
    assert {clause for seed in seeds for clause in follow(seed, any_settings(seed))[0]} == CLAUSES


@pytest.mark.long
def test_computers_play_by_the_rule_book() -> None:
    players = [by_level(1, 0), by_level(2, 16), by_level(3, 16)]
    for seed, (player, settings) in enumerate(product(players, [{}, SMALL, OTHER])):
        follow(seed, settings, player=player)


@pytest.mark.long
def test_a_hand_errs_as_much_as_the_rule_book_says() -> None:
    slips = [slip for seed in range(60) for slip in follow(seed, {**SMALL, "ink_turn": 60})[1].slips]
    for seat in (0, 1):
        for part in (1, 2):
            errors = [slip[part] for slip in slips if slip[0] == seat]
            assert len(errors) > 300
            assert abs(sum(errors)) < 3 * sqrt(len(errors))
            assert sum(error**2 for error in errors) / len(errors) == pytest.approx(1.0, abs=0.15)


@pytest.mark.parametrize(
    ("setting", "value", "message"),
    [
        ("width", 610, "T1.2|T1.5|T4"),
        ("length", 70, "T1.5|T4.3"),
        ("breadth", 24, "T4.3|T1.5"),
        ("south_edge", "tape", "T1.1"),
        ("split", "diagonal", "T1.5"),
        ("split", "open", "T1.2: to move"),
        ("pikes", 7, "T1.4: weights"),
        ("ink_units", 4, "T1.4: to move"),
        ("rally", 2, "T2.1: weights"),
        ("placing", "in_turn", "T2.5: blocks that viewer 1 sees"),
        ("first", "1", "T1.4|T1.6|T1.5"),
        ("broken_shown", "owner", "T2.5: blocks that viewer"),
        ("broken_shown", "all", "T2.5: blocks that viewer"),
        ("history", "all", "T2.5: history"),
        ("best_of", "3", "T4: blocks"),
        ("turn_cap", 3, "T2.6: over"),
        ("flick", "aimed", "T2.2: whether one may"),
        ("flick", "finger", "T2.2: listed"),
        ("hand", "none", "T3.2: the hand errs"),
        ("table_friction", 90, "T5.3"),
        ("rout_in_one", True, "T4"),
        ("own_rout", False, "T4"),
    ],
)
def test_a_referee_with_another_rule_objects(setting: str, value: object, message: str) -> None:
    with pytest.raises(Objection, match=f"^({message})"):
        followed(range(60), {**SMALL, "first": "0"}, book={setting: value})


def flicked(position: Any) -> dict[str, Any] | None:
    """The film of a flick that has just happened."""
    just = int(position.state.last_ply) == position.ply
    return position.scene(st.SPECTATOR)["film"] if just and position.state.count else None


def a_block_that_is_elsewhere(position: Any) -> None:
    """What is put back is 1 mm further along its edge."""
    film = flicked(position)
    if film and len(film["back"]) == 1:
        for block in position.state.block[: position.state.count]:
            if block.y in (1250, 58750) and abs(block.s) < 10:
                block.x += 100 if block.x < 30000 else -100
            elif block.x in (1250, 58750) and abs(block.c) < 10:
                block.y += 100 if block.y < 30000 else -100


def a_block_that_is_broken(position: Any) -> None:
    """A move breaks whom it bumps into."""
    film = flicked(position)
    if film and film["deed"] == "move":
        position.state.block[0].broken = 1


def a_push_elsewhere(position: Any) -> None:
    """The hand turns a flick by 2 degrees more than it says."""
    position.state.last.direction = (position.state.last.direction + 20) % 3600


def a_card_too_many(position: Any) -> None:
    """There is one more of each card in a deck."""
    if position.phase == "draw" and position.state.turn == 4:
        position.state.deck[position.state.side] += 1


def a_wrong_score(position: Any) -> None:
    """Winner and loser change places."""
    if position.to_move == st.OVER:
        position.state.score[:] = position.state.score[::-1].copy()


def another_side(position: Any) -> None:
    """A turn is the other side's."""
    if position.phase == "turn" and position.state.turn == 5:
        position.state.to_move = 1 - position.state.to_move


@pytest.mark.parametrize(
    ("falsify", "message"),
    [
        (a_block_that_is_elsewhere, "T4.3: block [0-9]+ put back"),
        (a_block_that_is_broken, "T3.3"),
        (a_push_elsewhere, "T3.[12]"),
        (a_card_too_many, "T2.1: weights"),
        (a_wrong_score, "T2.6: score"),
        (another_side, "T2.2: to move"),
    ],
)
def test_a_falsified_outcome_is_found(falsify: Callable[[Any], None], message: str) -> None:
    with pytest.raises(Objection, match=f"^{message}"):
        followed(range(60), SMALL, falsify=falsify)
