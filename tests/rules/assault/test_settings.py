"""Every setting takes the values that it names, plays with them, and refuses others (A1.1 to A5.2)."""

import pytest

from sandtable import SettingError, load, stream
from sandtable.games import find
from tests.rules.assault.table import PLAIN_BOARD
from tests.rules.scenario import clause

ACCEPTED = {
    "board": ["skirmish", "grand", PLAIN_BOARD],
    "corners": ["side", "diagonal"],
    "health": [1, 12, 40, "7"],
    "first": ["roll", "0", "1"],
    "tile_once": ["move", "turn"],
    "held_may_attack": [True, False, "yes", "no"],
    "stay_triggers": [True, False, "true", "false"],
    "held_if": ["effect", "landed"],
    "stat_cap": ["none", "6", "7", "8", "9", "10"],
    "meditation_rounding": ["down", "nearest", "up"],
    "barred": ["opened", "used"],
    "reveal": ["outcome", "numbers"],
    "round_cap": [1, 100, 200, "3"],
}
REFUSED = {
    "board": [3, None, "", "no board\nat all"],
    "corners": ["middle", "Side", 0],
    "health": [0, 41, -1, 1.5, "many", True, None],
    "first": ["2", "Navy", 0, None],
    "tile_once": ["game", True],
    "held_may_attack": ["maybe", 1, None],
    "stay_triggers": ["sometimes", 0],
    "held_if": ["always", False],
    "stat_cap": ["5", "11", 6, None],
    "meditation_rounding": ["off", 0],
    "barred": ["none", "all", 0],
    "reveal": ["nothing", True],
    "round_cap": [0, 201, "x", 10.0],
}
CLAUSES = {setting.name: setting.clause for setting in find("assault").rules.settings}


def test_every_setting_is_tried() -> None:
    assert set(ACCEPTED) == set(REFUSED) == set(CLAUSES)


@clause(*CLAUSES.values())
@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in ACCEPTED.items() for value in values]
)
def test_a_value_is_played_with(name: str, value: object) -> None:
    game = load("assault", **{"round_cap": 2, name: value})
    position, rng = game.start(), stream(5)
    while not position.over:
        position.play(position.sample(rng))
    assert position.ply <= game.bound()
    assert position.state.turn <= 2 * int(game.setup.round_cap)


@clause(*CLAUSES.values())
@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in REFUSED.items() for value in values]
)
def test_another_value_is_refused_with_the_clause(name: str, value: object) -> None:
    with pytest.raises(SettingError) as caught:
        load("assault", **{name: value})
    assert name in str(caught.value)
    assert str(caught.value).endswith(f"({CLAUSES[name]})")


def test_an_unknown_setting_is_answered_with_the_known_ones() -> None:
    with pytest.raises(
        SettingError, match="there is no setting 'luck'; the settings are barred, board, corners"
    ):
        load("assault", luck=1)
