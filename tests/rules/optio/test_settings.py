"""Every setting takes the values that it names, plays with them, and refuses others (O1.2 to O4.5)."""

import pytest

from sandtable import SettingError, load, stream
from sandtable.games import find
from tests.rules.optio.table import drawn
from tests.rules.scenario import clause

# a weight of each half is enough for a custom profile
OWN = "name: camels\ntext: They like sand.\nown:\n  open: 2, room\nenemy:\n  wood: -1.5, trees\n"
ARMIES = ["none", "pike_phalanx", "heavy_foot", "warband", "light_foot", "heavy_horse", "horse_archers", OWN]
ACCEPTED = {
    "map": ["three-fords", "wooded:17", "very-open:0", drawn({"B2": ["L" * 8] * 8})],
    "kudos": [0, 1, 12, "7"],
    "first": ["roll", "0", "1"],
    "target_by": ["scouter", "owner"],
    "scout_later": [True, False, "yes", "no"],
    "show_army": [True, False, "yes", "no"],
    "reveal_after": [1, 30, 200, "3"],
    "result": ["winner", "ground"],
    "navy_profile": ARMIES,
    "oxblood_profile": ARMIES,
    "score_from": ["average", "zero"],
}
REFUSED = {
    "map": ["nowhere", "forest:1", "wooded:-1", "wooded", 3, None, "no map\nat all"],
    "kudos": [-1, 13, 1.5, "many", True, None],
    "first": ["Navy", 0, True, None],
    "target_by": ["both", 0, None],
    "scout_later": ["maybe", 1, None],
    "show_army": ["maybe", 1, None],
    "reveal_after": [-1, 201, "x", 2.0],
    "result": ["both", None, 1],
    "navy_profile": ["elephants", 0, None, "own:\n", OWN.replace("2, room", "4, room")],
    "oxblood_profile": ["Warband", "", True, OWN.replace("sand", "s\tand")],
    "score_from": ["mean", 0, None],
}
CLAUSES = {setting.name: setting.clause for setting in find("optio").rules.settings}


def test_every_setting_is_tried() -> None:
    assert set(ACCEPTED) == set(REFUSED) == set(CLAUSES)


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
    with pytest.raises(SettingError, match="there is no setting 'luck'; the settings are first, kudos, map"):
        load("optio", luck=1)
