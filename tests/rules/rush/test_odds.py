"""The odds for sheets are those of all rolls counted one by one (R4.1, R4.2)."""

from itertools import product

import pytest

from sandtable import load
from sandtable.authoring import Heading, LeafletTable
from sandtable.games.rush.show.odds import MOST_ON_A_SHEET, odds_of_contest, odds_of_test
from sandtable.games.rush.show.quick import percent, quick_sheet
from sandtable.graphics.tiling import SHEETS, window_of
from sandtable.printing.flow import set_in_columns
from tests.rules.scenario import clause


def shares(needed: int, dice: int) -> list[int]:
    """How many of all rolls have 0, 1, 2 and so on successes."""
    found = [0] * (dice + 1)
    for roll in product(range(1, 7), repeat=dice):
        found[sum(face >= needed for face in roll)] += 1
    return found


@clause("R4.1")
@pytest.mark.parametrize("needed", range(2, 7))
def test_r4_1_odds_of_a_test_are_those_of_all_rolls(needed: int) -> None:
    for dice in range(1, MOST_ON_A_SHEET + 1):
        counted = shares(needed, dice)
        expected = [sum(counted[least:]) / 6**dice for least in range(1, dice + 1)]
        assert odds_of_test(needed, dice) == pytest.approx(expected, abs=1e-12)
    assert odds_of_test(needed, 0) == ()
    assert odds_of_test(needed, -1) == ()


@clause("R4.1")
def test_r4_1_a_six_that_is_rolled_again_can_bring_more_successes_than_dice() -> None:
    chances = odds_of_test(4, 1, exploding=True)
    # a 6, and then a success again
    assert chances[:2] == pytest.approx((1 / 2, 1 / 6 * 1 / 2))


@clause("R4.2")
def test_r4_2_odds_of_a_contest_are_those_of_all_rolls() -> None:
    counted, other = shares(4, 3), shares(3, 2)
    found = dict.fromkeys(("double", "win", "draw", "lose", "lose_double"), 0.0)
    for (a, ways), (b, others) in product(enumerate(counted), enumerate(other)):
        won = "double" if a >= 2 * b else "win"
        lost = "lose_double" if b >= 2 * a else "lose"
        found["draw" if a == b else won if a > b else lost] += ways * others / 6**5
    assert odds_of_contest(4, 3, 3, 2) == pytest.approx(found, abs=1e-12)


@clause("R4.1", "R4.2")
def test_r4_the_printed_sheet_has_the_odds_of_all_rolls() -> None:
    _, tests, contests = (
        block for block in quick_sheet(load("rush").settings) if isinstance(block, LeafletTable)
    )
    for needed, (said, *cells) in enumerate(tests.rows, 2):
        assert said == f"{needed}+"
        for dice, cell in enumerate(cells, 1):
            counted = shares(needed, dice)
            chances = [sum(counted[least:]) / 6**dice for least in range(1, min(dice, 3) + 1)]
            assert cell == "/".join(map(percent, chances))
    assert [row[0] for row in contests.rows] == ["1 die", "2 dice", "3 dice", "4 dice", "5 dice"]
    for own, (_, *cells) in enumerate(contests.rows, 1):
        for other, cell in enumerate(cells, 1):
            found = [0.0] * 5
            for (a, ways), (b, others) in product(enumerate(shares(4, own)), enumerate(shares(4, other))):
                won, lost = (0 if a >= 2 * b else 1), (4 if b >= 2 * a else 3)
                found[2 if a == b else won if a > b else lost] += ways * others / 6 ** (own + other)
            assert cell == "/".join(map(percent, found))


@clause("R4.1", "R4.4")
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_printed_sheet_is_one_page_under_all_settings(paper: str) -> None:
    game = load("rush")
    width, height = window_of(SHEETS[paper])
    said = {
        "exploding_sixes": (False, True),
        "opponent_threatens": (False, True),
        "drop": ("held", "any"),
        "throw_ends": ("always", "incomplete"),
        "tokens": (0, 10),
        "player_cap": (1, 10),
    }
    for values in product(*said.values()):
        settings = {**game.settings, **dict(zip(said, values, strict=True))}
        blocks = [Heading("The quick sheet"), *quick_sheet(settings)]
        # a line to spare, so that a longer word pushes nothing off the page
        assert len(set_in_columns(blocks, width, height - 6, 1, 2.85)) == 1, settings
