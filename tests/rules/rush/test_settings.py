"""Every setting takes the values that it names, plays with them, and refuses others (R2.1 to R4.4)."""

from typing import Any

import numpy as np
import pytest

from sandtable import SettingError, load, stream
from sandtable.authoring import dice
from sandtable.engine.game import Game
from sandtable.games import find
from sandtable.games.rush.data.teams import MOST, Preset, presets, read_presets
from tests.rules.rush.teams import text_of
from tests.rules.scenario import clause

# a short match, in which a value is tried
SHORT: dict[str, object] = {"rushes": 2, "tokens": 2, "tie": "draw"}
TEAMS = ["humans", "greenskins", text_of(), text_of(team=["Runner"])]
NO_TEAMS = ["dwarfs", "Humans", "", "humans\n", 3, None, True]
ACCEPTED = {
    "preset": ["standard", "demo"],
    "rushes": [0, 1, 2, "3"],
    "tokens": [0, 1, 10, "4"],
    "team": [0, 1, 5, 8, "7"],
    "on_pitch": [0, 1, 8, "6"],
    "player_cap": [1, 2, 10, "3"],
    "home": TEAMS,
    "visitor": TEAMS,
    "throw_ends": ["always", "incomplete"],
    "drop": ["held", "any"],
    "first": ["0", "1", "random"],
    "tie": ["sudden_death", "draw"],
    "opponent_threatens": [True, False, "yes", "no"],
    "exploding_sixes": [True, False, "true", "false"],
}
REFUSED = {
    "preset": ["grand", "", 1, None],
    "rushes": [-1, 41, 1.5, "many", True, None],
    "tokens": [-1, 11, "x", None],
    "team": [-1, 9, 2.0, False],
    "on_pitch": [-1, 9, "six", None],
    "player_cap": [0, 11, "", None],
    "home": NO_TEAMS,
    "visitor": NO_TEAMS,
    "throw_ends": ["never", True, None],
    "drop": ["none", False, None],
    "first": ["home", "2", 0, None],
    "tie": ["Draw", 0, None],
    "opponent_threatens": ["maybe", 1, None],
    "exploding_sixes": ["often", 0, None],
}
CLAUSES = {setting.name: setting.clause for setting in find("rush").rules.settings}


def rush(**settings: Any) -> Game:
    return load("rush", **settings)


def cases(values: dict[str, list[Any]]) -> list[tuple[str, Any]]:
    return [(name, value) for name, tried in values.items() for value in tried]


def test_every_setting_is_tried() -> None:
    assert set(ACCEPTED) == set(REFUSED) == set(CLAUSES)


@pytest.mark.parametrize(("name", "value"), cases(ACCEPTED))
def test_a_value_is_played_with(name: str, value: object) -> None:
    game = rush(**{**SHORT, name: value})
    position, rng = game.start(), stream(5)
    while not position.over:
        position.play(position.sample(rng))
    assert position.ply <= game.bound()


@pytest.mark.parametrize(("name", "value"), cases(REFUSED))
def test_another_value_is_refused_with_the_clause(name: str, value: object) -> None:
    with pytest.raises(SettingError) as caught:
        rush(**{name: value})
    message = str(caught.value)
    assert message.startswith((f"{name} must be", "roster"))
    assert message.endswith(f"({CLAUSES[name]})")


@clause("R2.2", "R2.3", "R2.5")
@pytest.mark.parametrize(
    ("preset", "figures"), [("standard", (14, 5, 8, 6, 14, 7)), ("demo", (6, 3, 5, 5, 14, 7))]
)
def test_a_preset_sets_all_figures(preset: str, figures: tuple[int, ...]) -> None:
    setup = rush(preset=preset).setup
    found = setup.rushes, setup.tokens, setup.team[0], setup.on_pitch[0], setup.sudden, setup.limit
    assert tuple(map(int, found)) == figures
    assert presets()[preset] == Preset(*figures)


@pytest.mark.parametrize("preset", ["standard", "demo"])
def test_a_figure_of_ones_own_goes_before_the_preset(preset: str) -> None:
    setup = rush(preset=preset, rushes=40, tokens=10, team=7, on_pitch=4, player_cap=9).setup
    assert (setup.rushes, setup.tokens, setup.player_cap) == (40, 10, 9)
    assert setup.team.tolist() == [7, 7]
    assert setup.on_pitch.tolist() == [4, 4]


@clause("R2.2")
def test_a_team_has_no_more_players_than_its_roster_and_the_pitch_no_more_than_the_team() -> None:
    setup = rush(home=text_of(team=["Runner", "Wall"]), visitor="greenskins", team=3).setup
    assert setup.team.tolist() == [2, 3]
    assert setup.on_pitch.tolist() == [2, 3]


@clause("R2.1", "R2.2")
def test_the_players_of_the_rosters_stand_in_the_setup() -> None:
    setup = rush(home="greenskins", visitor=text_of(), team=2).setup
    names = [unit.title.tobytes().rstrip(b"\0").decode() for unit in setup.unit]
    assert names == ["Orc", "Orc", *[""] * 6, "Runner", "Wall", *[""] * 6]
    assert [setup.roster[seat].tobytes().rstrip(b"\0") for seat in (0, 1)] == [b"Greenskins", b"Mixed"]
    runner = setup.unit[8]
    assert (runner.role, runner.move, runner.strength, runner.speed) == (0, 6, 5, 2)
    assert (runner.skill, runner.armour, setup.unit[9].role) == (3, 6, 2)


@clause("R4.1")
def test_exploding_sixes_change_the_odds() -> None:
    assert np.array_equal(rush().setup.odds, dice.table(False))
    assert np.array_equal(rush(exploding_sixes=True).setup.odds, dice.table(True))


def test_a_choice_reaches_the_setup() -> None:
    setup = rush(throw_ends="incomplete", tie="draw", opponent_threatens=False, exploding_sixes=True).setup
    assert (setup.throw_incomplete, setup.drawn, setup.opponent_threatens, setup.exploding) == (1, 1, 0, 1)
    setup = rush().setup
    assert (setup.throw_incomplete, setup.drawn, setup.opponent_threatens, setup.exploding) == (0, 0, 1, 0)
    assert [rush(drop=drop).setup.drop_any for drop in ("held", "any")] == [0, 1]
    assert [rush(first=first).setup.first for first in ("0", "1", "random")] == [0, 1, -1]


def preset_text(**changed: object) -> str:
    figures: dict[str, object] = {**dict.fromkeys(MOST, 3), **changed}
    return "[small]\n" + "\n".join(f"{name} = {figure}" for name, figure in figures.items())


def test_a_text_of_presets_is_read() -> None:
    assert read_presets(preset_text(team=4)) == {"small": Preset(3, 3, 4, 3, 3, 3)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "small = 3",
            "presets, [small]: a preset must have rushes, tokens, team, on_pitch, sudden_rushes, winning_lead",
        ),
        (preset_text(luck=1), "presets, [small]: a preset must have rushes, tokens, "),
        (preset_text(rushes=0), "presets, [small]: rushes must be a whole number from 1 to 40, not 0 (R2.3)"),
        (
            preset_text(tokens=11),
            "presets, [small]: tokens must be a whole number from 1 to 10, not 11 (R2.3)",
        ),
        (preset_text(team=9), "presets, [small]: team must be a whole number from 1 to 8, not 9 (R2.3)"),
        (
            preset_text(winning_lead=2.5),
            "presets, [small]: winning_lead must be a whole number from 1 to 40, not 2.5",
        ),
        (
            preset_text(tokens="true"),
            "presets, [small]: tokens must be a whole number from 1 to 10, not True (R2.3)",
        ),
        (
            preset_text(on_pitch=4),
            "presets, [small]: on_pitch must be at most the team size, 3, not 4 (R2.3)",
        ),
    ],
)
def test_a_fault_in_a_preset_is_said_in_a_sentence(text: str, message: str) -> None:
    with pytest.raises(ValueError, match="presets") as caught:
        read_presets(text)
    assert str(caught.value).startswith(message)
