"""The shipped teams are those of the sheet, and a fault in the text of a team is said in a sentence (R2.1, R2.2)."""

import pytest

from sandtable import SettingError
from sandtable.games.rush.data.teams import ROLES, STATISTICS, KindOfPlayer, roster, shipped
from tests.rules.rush.teams import text_of
from tests.rules.scenario import clause


@clause("R2.1", "R2.2")
def test_the_shipped_teams_are_those_of_the_sheet() -> None:
    assert shipped() == ("humans", "greenskins")
    striker = KindOfPlayer("Human Striker", "striker", 5, 4, 4, 4, 5)
    jack = KindOfPlayer("Human Jack", "jack", 5, 4, 4, 4, 4)
    guard = KindOfPlayer("Human Guard", "guard", 5, 4, 4, 4, 4)
    orc = KindOfPlayer("Orc", "guard", 5, 3, 4, 5, 4)
    goblin = KindOfPlayer("Goblin", "jack", 5, 5, 3, 4, 4)
    humans, greenskins = roster("humans"), roster("greenskins")
    assert (humans.id, humans.name) == ("humans", "Humans")
    assert (greenskins.id, greenskins.name) == ("greenskins", "Greenskins")
    assert humans.team == (guard, jack, jack, striker, striker, jack, guard, striker)
    assert greenskins.team == (orc, orc, goblin, goblin, goblin, orc, goblin, goblin)


@clause("R2.2")
def test_a_text_of_ones_own_is_a_team() -> None:
    own = roster(text_of())
    assert (own.id, own.name, [kind.name for kind in own.team]) == (
        "own",
        "Mixed",
        ["Runner", "Wall", "Runner"],
    )
    assert own.team[0] == KindOfPlayer("Runner", "striker", 6, 5, 2, 3, 6)
    assert roster(text_of(team=["Wall"] * 8)).team[7].role == "guard"
    assert roster(text_of(name='"Wölfe"')).name == "Wölfe"


@clause("R2.1")
@pytest.mark.parametrize("name", STATISTICS)
def test_a_statistic_has_its_range(name: str) -> None:
    low, high = (1, 9) if name == "move" else (2, 6)
    for figure in range(low, high + 1):
        assert getattr(roster(text_of(**{name: figure})).team[0], name) == figure
    for figure in (low - 1, high + 1, -3, 4.0, '"4"', "true", "[4]"):
        with pytest.raises(SettingError) as caught:
            roster(text_of(**{name: figure}))
        start = f"roster, player 'Runner', {name}: {name} must be a whole number from {low} to {high}, not "
        assert str(caught.value).startswith(start)
        assert str(caught.value).endswith(" (R2.1)")


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_one_of_three(role: str) -> None:
    assert roster(text_of(role=f'"{role}"')).team[0].role == role


ENTRIES = "the keys must be name, team, player"
FIGURES = "the keys must be role, move, strength, speed, skill, armour"
A_NAME = "a name must be printable text on one line"
A_TEAM = "a team must be a list of 1 to 8 kinds of player"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dwarfs", "roster must be one of humans, greenskins or the text of a roster, not 'dwarfs' (R2.2)"),
        ("name = \n", "roster, text: line 1, column 8: Invalid value (R2.2)"),
        ("\n", f"roster, text: name is missing; {ENTRIES} (R2.2)"),
        (text_of() + "\n" + "#" * 3000, "roster, text: a roster must be at most 3000 characters long, not 3"),
        (
            "a = " + "[" * 2900 + "\n",
            "roster, text: lists and tables are nested too deeply (R2.2)",
        ),
        (
            "name = 1\n" + ".".join("a" * 1400) + " = 1",
            "roster, text: lists and tables are nested too deeply (R2.2)",
        ),
        ("luck = 1\n" + text_of(), f"roster, text: {ENTRIES}, not 'luck' (R2.2)"),
        (text_of(name='""'), f"roster, name: {A_NAME}, not '' (R2.2)"),
        (text_of(name='" "'), f"roster, name: {A_NAME}, not ' ' (R2.2)"),
        (text_of(name="7"), f"roster, name: {A_NAME}, not 7 (R2.2)"),
        (text_of(name="0x" + "F" * 2000), f"roster, name: {A_NAME}, not "),
        (text_of(name='"a\\nb"'), f"roster, name: {A_NAME}, not 'a\\nb' (R2.2)"),
        (
            text_of(name='"' + "ö" * 13 + '"'),
            "roster, name: a name must be at most 24 bytes long, not 26 (R2.2)",
        ),
        (text_of(team=[]), f"roster, team: {A_TEAM}, not of 0 (R2.2)"),
        (text_of(team=["Wall"] * 9), f"roster, team: {A_TEAM}, not of 9 (R2.2)"),
        (
            text_of(team=["Wall", "Elf"]),
            "roster, team, player 2: 'Elf' is not a kind of player here; the kinds are Runner, Wall (R2.2)",
        ),
        ("name = 'A'\nteam = 'Wall'\nplayer = {}", f"roster, team: {A_TEAM}, not 'Wall' (R2.2)"),
        (
            "name = 'A'\nteam = ['Elf']\nplayer = {}",
            "roster, team, player 1: 'Elf' is not a kind of player here; the kinds are none (R2.2)",
        ),
        (
            "name = 'A'\nteam = [[]]\nplayer = {}",
            "roster, team, player 1: a list is not a kind of player here; the kinds are none (R2.2)",
        ),
        (
            "name = 'A'\nteam = ['B']\nplayer = 1",
            "roster, player: this must be a table of each kind of player by name, not 1 (R2.2)",
        ),
        (
            "name = 'A'\nteam = ['B']\nplayer.B = []",
            "roster, player 'B': this must be a table with a role and statistics, not a list (R2.2)",
        ),
        (
            text_of() + "\n[player.'a name that is too long']",
            "roster, player 'a name that is too long': a name must be at most 16 bytes long, not 23 (R2.2)",
        ),
        (text_of(skill=None), f"roster, player 'Runner': skill is missing; {FIGURES} (R2.2)"),
        (text_of(luck=3), f"roster, player 'Runner': {FIGURES}, not 'luck' (R2.2)"),
        (
            text_of(role='"keeper"'),
            "roster, player 'Runner', role: a role must be one of striker, jack, guard, not 'keeper' (R2.1)",
        ),
        (
            text_of(role="{}"),
            "roster, player 'Runner', role: a role must be one of striker, jack, guard, not a table (R2.1)",
        ),
    ],
)
def test_a_fault_in_a_team_is_said_in_a_sentence(text: str, message: str) -> None:
    with pytest.raises(SettingError) as caught:
        roster(text)
    assert str(caught.value).startswith(message)
