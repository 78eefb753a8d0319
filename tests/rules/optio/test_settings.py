"""Every setting takes the values that it names, plays with them, and refuses others (O1.2 to O4.5)."""

import pytest

from sandtable import SettingError, load, stream
from tests.rules.optio.table import drawn
from tests.rules.scenario import clause

ARMIES = ["none", "pike_phalanx", "heavy_foot", "warband", "light_foot", "heavy_horse", "horse_archers"]
ACCEPTED = {
    "map": ["three-fords", "wooded:17", "very-open:0", drawn({"B2": ["L" * 8] * 8})],
    "kudos": [0, 1, 12, "7"],
    "target_by": ["scouter", "owner"],
    "scout_later": [True, False, "yes", "no"],
    "reveal_after": [1, 30, 200, "3"],
    "navy_profile": ARMIES,
    "oxblood_profile": ARMIES,
}
REFUSED = {
    "map": ["nowhere", "forest:1", "wooded:-1", "wooded", 3, None, "no map\nat all"],
    "kudos": [-1, 13, 1.5, "many", True, None],
    "target_by": ["both", 0, None],
    "scout_later": ["maybe", 1, None],
    "reveal_after": [-1, 201, "x", 2.0],
    "navy_profile": ["elephants", 0, None],
    "oxblood_profile": ["Warband", "", True],
}
CLAUSES = {
    "map": "O1.2",
    "kudos": "O1.3",
    "target_by": "O2.6",
    "scout_later": "O2.6",
    "reveal_after": "O2.9",
    "navy_profile": "O4.5",
    "oxblood_profile": "O4.5",
}
DEFAULTS = {
    "map": "crossways",
    "kudos": 6,
    "target_by": "scouter",
    "scout_later": False,
    "reveal_after": 30,
    "navy_profile": "heavy_foot",
    "oxblood_profile": "warband",
}


@clause(*CLAUSES.values())
def test_the_settings_are_these_with_their_clauses_and_defaults() -> None:
    game = load("optio")
    assert {setting.name: setting.clause for setting in game.spec.settings} == CLAUSES
    assert game.settings == DEFAULTS


@clause(*CLAUSES.values())
@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in ACCEPTED.items() for value in values]
)
def test_a_value_is_played_with(name: str, value: object) -> None:
    game = load("optio", **{"reveal_after": 4, "kudos": 2, name: value})
    position, rng = game.start(), stream(5)
    while not position.over:
        position.play(position.sample(rng))
    assert position.ply <= game.bound()


@clause("O2.9", "O2.10")
def test_a_match_without_reveal_after_ends_within_its_bound() -> None:
    game = load("optio", reveal_after=0)
    position, rng = game.start(), stream(6)
    while not position.over:
        position.play(position.sample(rng))
    assert position.ply <= game.bound()


@clause(*CLAUSES.values())
@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in REFUSED.items() for value in values]
)
def test_another_value_is_refused_with_the_clause(name: str, value: object) -> None:
    with pytest.raises(SettingError) as caught:
        load("optio", **{name: value})
    assert name in str(caught.value)
    assert str(caught.value).endswith(f"({CLAUSES[name]})")


def test_an_unknown_setting_is_answered_with_the_known_ones() -> None:
    with pytest.raises(SettingError, match="there is no setting 'luck'; the settings are kudos, map"):
        load("optio", luck=1)
